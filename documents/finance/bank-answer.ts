import { defineDocument, field, ownStatus, pagesAt, voidAction } from "../kit";

/** 银行回单: what the bank says of transfers, tried out row by row before it is carried out. */
export const bankAnswer = defineDocument({
  name: "bank_answer",
  label: "银行回单",
  module: "finance",
  menu: { group: "finance", icon: "inbox", sort: 55, words: { pay: "执行" } },
  number: "HD",
  start: { copy: false },
  keyword: ["no", "title"],
  formColumns: 2,
  import: { key: ["title"], lines: "rows" },
  status: ownStatus({
    draft: { label: "待执行", tone: "orange" },
    done: { label: "已执行", tone: "green" },
    void: { label: "已作废", tone: "red" },
  }),
  glance: { figures: [{ field: "rowCount" }, { field: "goodCount" }, { field: "badCount" }] },
  fields: {
    title: field.text("批次", {
      required: true,
      max: 60,
      unique: "批次已存在",
      help: "例如银行和日期，同一批次不能重复导入",
      column: { width: 220 },
      filter: "like",
    }),
    rowCount: field.int("行数", { computed: true, column: true }),
    goodCount: field.int("可执行", { computed: true, column: true }),
    badCount: field.int("不能执行", { computed: true, column: true }),
    receiptFiles: field.files("银行回单文件", { computed: true, max: 9, wide: true }),
  },
  lines: {
    rows: {
      label: "回单明细",
      table: "bank_answer_row",
      required: "请至少添加一条明细",
      max: 200,
      fields: {
        payNo: field.text("单号", {
          required: true,
          max: 30,
          numbersOf: ["payment", "oa_payment"],
          pattern: [/^(FK|OA)\d{10,12}$/, "单号为付款单或OA付款单的单号"],
        }),
        serialNo: field.text("银行流水号", {
          max: 64,
          pattern: [/^[0-9A-Za-z_./-]+$/, "银行流水号只能有字母、数字、横线、下划线、点和斜线"],
        }),
        result: field.enum("结果", {
          required: true,
          default: "paid",
          options: {
            paid: { label: "成功", tone: "green" },
            failed: { label: "失败", tone: "orange" },
            returned: { label: "退票", tone: "red" },
          },
        }),
        paidTime: field.datetime("交易时间", { required: true }),
        bankFee: field.money("手续费", { min: 0 }),
        reason: field.text("银行说明", { max: 200, help: "失败和退票必填" }),
        outcome: field.enum("试运行", {
          computed: true,
          options: {
            good: { label: "可执行", tone: "green" },
            bad: { label: "不能执行", tone: "red" },
            done: { label: "已执行", tone: "blue" },
          },
        }),
        message: field.text("说明", { computed: true, max: 500, wide: true }),
      },
    },
  },
  actions: {
    tryOut: { label: "重新试运行", permission: "add", from: ["draft"] },
    run: {
      label: "执行",
      next: true,
      permission: "pay",
      from: ["draft"],
      to: "done",
      confirm: "可执行的行逐笔付款或退票，不能执行的行保持原样。",
      input: {
        receiptFiles: field.files("银行回单文件", {
          required: true,
          max: 9,
          asked: true,
          requiredMessage: "请上传银行回单文件",
        }),
        again: field.bool("疑似重复的也付款", { asked: true }),
      },
    },
    void: voidAction(["draft"]),
  },
  screens: { list: "/finance/bankAnswer/index", ...pagesAt("/finance/bankAnswer"), titles: { list: "银行回单" } },
});
