import { defineDocument, field, ownStatus, reason } from "../../kit";
import { settlementCategories, settlementMeasures } from "./words";

const money = (label: string, help?: string) =>
  field.money(label, { currency: "currency", computed: true, ...(help && { help }) });

/** 结算单 (figures.md D.1): what the platform reckons of one account for one period. */
export const settlement = defineDocument({
  name: "settlement",
  label: "结算单",
  module: "finance",
  number: "JS",
  menu: { group: "finance", icon: "coin", sort: 61, words: { edit: "核对", post: "过账" } },
  can: { add: false, edit: false, del: false },
  keyword: ["no", "settlementNo"],
  lookup: { foundBy: ["storeId"] },
  exports: { lines: "sums" },
  list: {
    tabs: true,
    sort: [
      { by: "endTime", desc: true },
      { by: "id", desc: true },
    ],
  },
  status: ownStatus(
    {
      draft: { label: "待核对", tone: "orange" },
      reconciled: { label: "已核对", tone: "blue" },
      posted: { label: "已过账", tone: "green" },
    },
    { initial: "draft", editable: [], path: ["draft", "reconciled", "posted"] },
  ),
  glance: {
    figures: [
      { field: "totalAmount" },
      { field: "activityAmount" },
      { field: "diffAmount" },
      { field: "unknownCount" },
      { field: "unmappedCount" },
    ],
    brief: { amount: "totalAmount", date: "depositDate" },
    queues: [
      { label: "结算单待核对", where: { status: "draft" }, about: "storeId", permission: "edit" },
      { label: "结算单待过账", where: { status: "reconciled" }, about: "storeId", permission: "post" },
      { label: "结算单有变更", where: { changed: "true" }, about: "storeId", permission: "void" },
    ],
  },
  fields: {
    settlementNo: field.text("结算编号", { computed: true, max: 30, column: { width: 130 }, filter: "prefix" }),
    accountKey: field.text("账户与结算编号", {
      computed: true,
      hiddenIn: ["view"],
      max: 80,
      unique: "该账户的结算单已存在",
    }),
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 140 }, filter: "in" }),
    currency: field.dict("币种", { type: "currency", computed: true, filter: "in" }),
    startTime: field.datetime("结算开始", { computed: true, column: { width: 140, phone: false } }),
    endTime: field.datetime("结算结束", { computed: true, column: { width: 140, sortable: true }, filter: "range" }),
    depositDate: field.date("打款日", { computed: true, column: { width: 110, sortable: true }, filter: "range" }),
    totalAmount: field.money("结算总额", {
      currency: "currency",
      computed: true,
      column: { width: 130, summary: "currency", sortable: true },
    }),
    activityAmount: field.money("本期发生", {
      currency: "currency",
      computed: true,
      help: "结算总额减预留的变动，过账时记入平台应收",
      column: { width: 130, summary: "currency" },
    }),
    reserveAmount: money("预留变动", "本期转入减本期新留，负数为新留"),
    lineTotal: money("明细合计"),
    lineCount: field.int("明细行数", { computed: true, column: { hide: true } }),
    feeExpected: field.money("预计费用", {
      currency: "currency",
      computed: true,
      later: true,
      help: "有预估费用的订单",
    }),
    feeActual: field.money("实际费用", {
      currency: "currency",
      computed: true,
      later: true,
      help: "同一批订单的佣金与配送费",
    }),
    diffAmount: field.money("费用差异", {
      currency: "currency",
      computed: true,
      later: true,
      help: "实际减预计；没有预估费用的不比较",
      column: { width: 110 },
    }),
    unknownCount: field.int("未归类", { computed: true, help: "到“费用归类”补充后再核对", column: { phone: false } }),
    unknownAmount: money("未归类金额"),
    unmappedCount: field.int("未映射MSKU", {
      computed: true,
      help: "到“待映射”处理后自动归到商品，合计不变",
      column: { phone: false },
    }),
    adCharge: money("广告扣款"),
    changed: field.bool("有变更", {
      computed: true,
      help: "同一结算编号又收到内容不同的文件",
      column: { hide: true },
      filter: "in",
    }),
    reportFileId: field.ref("报告文件", { to: "report_file", computed: true }),
    changedFileId: field.ref("变更的文件", { to: "report_file", computed: true }),
    keepReason: field.text("保留原文件的原因", { computed: true, max: 200 }),
    postTime: field.datetime("过账时间", { computed: true, column: { hide: true } }),
    reverseReason: field.text("撤销原因", { computed: true, max: 200 }),
    linesHash: field.text("明细摘要", { computed: true, hiddenIn: ["view"], max: 40 }),
  },
  lines: {
    sums: {
      label: "按费用汇总",
      table: "settlement_sum",
      sourced: "whole",
      max: 2000,
      fields: {
        sumStoreId: field.ref("店铺", { to: "store", computed: true }),
        category: field.enum("类别", { computed: true, options: settlementCategories }),
        feeName: field.text("费用", { computed: true, max: 60 }),
        said: field.text("报告原文", { computed: true, max: 320, wide: true }),
        measure: field.enum("入账到", { computed: true, options: settlementMeasures }),
        count: field.int("行数", { computed: true, sum: true }),
        amount: field.money("金额", { currency: "currency", computed: true, sum: true }),
      },
    },
  },
  actions: {
    reconcile: { label: "核对", next: true, permission: "edit", from: ["draft"], to: "reconciled", batch: true },
    post: {
      label: "过账",
      next: true,
      from: ["reconciled"],
      to: "posted",
      batch: true,
      confirm: "过账后，费用、退款和赔偿记入经营数据，本期发生记入平台应收，并生成回款单。",
    },
    back: { label: "退回", permission: "edit", from: ["reconciled"], to: "draft" },
    reverse: {
      label: "撤销过账",
      permission: "void",
      from: ["posted"],
      to: "draft",
      danger: true,
      confirm: "撤销后，已记入的经营数据和平台应收全部冲回；所属月份已关账的，冲在未关账的月份。",
      input: reason("撤销原因", "请填写撤销原因"),
    },
    take: {
      label: "采用新文件",
      permission: "void",
      unless: ["changed", "false", "没有变更的文件"],
      confirm: "以新文件的明细代替原来的；已过账的先撤销过账，之后重新核对和过账。",
    },
    keepFile: {
      label: "保留原文件",
      permission: "void",
      unless: ["changed", "false", "没有变更的文件"],
      input: reason("原因", "请填写保留原文件的原因"),
    },
  },
  related: { details: { label: "结算明细", document: "settlement_line", by: { settlementId: "id" } } },
  screens: {
    list: "/finance/settlement/index",
    detail: "/finance/settlement/detail",
    print: "/finance/settlement/print",
    tabs: ["settlement", "settlement_line"],
    titles: { list: "结算单", detail: "结算单详情", print: "打印结算单" },
  },
});
