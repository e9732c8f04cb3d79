import { defineDocument, field, ownStatus, pagesAt, voidAction } from "../../kit";

const count = (label: string) => field.int(label, { min: 0, sum: true });

/** 移除报告: what the platform says of removals, tried out row by row before it is carried out. */
export const fbaRemoval = defineDocument({
  name: "fba_removal",
  label: "移除报告",
  module: "wms",
  api: "/wms/fbaremoval",
  permission: "wms_fbaremoval",
  menu: { on: "fba_return", words: { run: "执行" } },
  number: "FR",
  start: { copy: false },
  keyword: ["no", "title"],
  formColumns: 2,
  import: {
    whole: true,
    lines: "rows",
    heads: {
      "rows.orderId": ["order-id"],
      "rows.msku": ["sku"],
      "rows.fnsku": ["fnsku"],
      "rows.disposition": ["disposition"],
      "rows.requestedQty": ["requested-quantity", "requested quantity"],
      "rows.cancelledQty": ["cancelled-quantity", "cancelled quantity"],
      "rows.disposedQty": ["disposed-quantity", "disposed quantity"],
      "rows.shippedQty": ["shipped-quantity", "shipped quantity"],
      "rows.removalFee": ["removal-fee"],
      "rows.currency": ["currency"],
    },
  },
  status: ownStatus({
    draft: { label: "待执行", tone: "orange" },
    done: { label: "已执行", tone: "green" },
    void: { label: "已作废", tone: "red" },
  }),
  glance: { figures: [{ field: "rowCount" }, { field: "goodCount" }, { field: "sameCount" }, { field: "badCount" }] },
  fields: {
    title: field.text("标题", { max: 60, help: "不填则为今天的日期", column: { width: 220 }, filter: "like" }),
    rowCount: field.int("行数", { computed: true, column: { phone: false } }),
    goodCount: field.int("将更新", { computed: true, column: true }),
    sameCount: field.int("无变化", { computed: true, column: { phone: false } }),
    badCount: field.int("不能执行", { computed: true, column: true }),
  },
  lines: {
    rows: {
      label: "报告明细",
      table: "fba_removal_row",
      required: "请至少添加一条明细",
      max: 1000,
      fields: {
        orderId: field.text("移除单号", { required: true, max: 50 }),
        msku: field.text("MSKU", { max: 60 }),
        fnsku: field.text("FNSKU", { max: 10, help: "不填则按MSKU查找" }),
        disposition: field.text("库存属性", { required: true, max: 30 }),
        requestedQty: count("申请数量"),
        cancelledQty: count("取消数量"),
        disposedQty: count("销毁数量"),
        shippedQty: count("发出数量"),
        removalFee: field.decimal("费用", { scale: 2, min: 0 }),
        currency: field.text("币种", { max: 3 }),
        outcome: field.enum("试运行", {
          computed: true,
          options: {
            good: { label: "将更新", tone: "green" },
            same: { label: "无变化", tone: "grey" },
            bad: { label: "不能执行", tone: "red" },
            done: { label: "已更新", tone: "blue" },
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
      from: ["draft"],
      to: "done",
      confirm: "按报告登记各单的发出、取消、销毁和费用，不能执行的行保持原样。",
    },
    void: voidAction(["draft"]),
  },
  screens: {
    list: "/fbareturn/removal",
    ...pagesAt("/fbareturn/removal"),
    tabs: ["fba_return", "fba_removal"],
    titles: { list: "移除报告" },
  },
});
