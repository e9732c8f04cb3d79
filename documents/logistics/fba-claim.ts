import { defineDocument, field, labelled, ownStatus, reason, unshown, voidAction } from "../kit";

/** What became of goods that the platform should have, and does not (figures.md D.6). */
export const claimKinds = labelled({
  inbound: "入库少收",
  warehouse: "仓内丢失",
  damaged: "仓内损坏",
  returned: "退款后未退货",
});

/** FBA索赔 (figures.md D.6): pieces that the platform lost, asked for until they are paid, found or refused. */
export const fbaClaim = defineDocument({
  name: "fba_claim",
  label: "FBA索赔",
  module: "logistics",
  menu: { group: "logistics", icon: "undo", sort: 58, words: { approve: false } },
  permission: "logistics_fbaclaim",
  number: "SP",
  scopeBy: { store: "storeId", user: "createBy" },
  keyword: ["no", "shipmentId", "msku", "caseNo"],
  list: {
    tabs: true,
    from: "发往FBA的调拨单差异关闭，或FBA库存台账的丢失、损坏30天没有找回和赔偿时自动生成；其他的手工新建",
    sort: [
      { by: "deadline", desc: true },
      { by: "id", desc: true },
    ],
  },
  formColumns: 2,
  status: ownStatus(
    {
      open: { label: "待提交", tone: "orange" },
      submitted: { label: "已提交", tone: "blue" },
      reimbursed: { label: "已赔偿", tone: "green" },
      found: { label: "已找回", tone: "green" },
      rejected: { label: "已拒绝", tone: "red" },
      void: { label: "已作废", tone: "grey" },
    },
    { initial: "open", editable: ["open"], path: ["open", "submitted", "reimbursed"] },
  ),
  glance: {
    figures: [{ field: "missingQty" }, { field: "bookAmount" }, { field: "paidQty" }, { field: "paidAmount" }],
    brief: { qty: "missingQty", date: "deadline" },
    queues: [
      {
        label: "FBA索赔待提交",
        where: { status: "open" },
        permission: "submit",
        due: "deadline",
        about: "msku",
        opens: "file",
      },
    ],
    alerts: [
      {
        name: "due",
        // The platform takes claims within 60 days: a week of them is left.
        label: "FBA索赔快到期限还没有提交（从发现算起）",
        where: { status: "open" },
        measure: { daysSince: "lostDay" },
        unit: "天",
        threshold: 53,
      },
    ],
  },
  fields: {
    storeId: field.ref("店铺", { to: "store", required: true, column: { width: 150 }, filter: "in" }),
    kind: field.enum("类型", {
      required: true,
      default: "inbound",
      options: claimKinds,
      column: { width: 100 },
      filter: "in",
    }),
    shipmentId: field.text("货件号", {
      max: 20,
      column: { width: 140 },
      filter: "prefix",
      when: ["kind", "inbound"],
      pattern: [/^FBA[A-Z0-9]{9,10}$/, "货件号为FBA加9到10位大写字母或数字"],
    }),
    transferId: field.ref("调拨单", { to: "transfer", computed: true, column: { width: 140, phone: false } }),
    msku: field.text("MSKU", { required: true, max: 60, column: { width: 140 }, filter: "prefix" }),
    skuId: field.ref("SKU", { to: "sku", computed: true, column: { width: 120, phone: false }, filter: "in" }),
    missingQty: field.int("缺少数量", { required: true, min: 1, column: { width: 90, summary: "sum" } }),
    bookAmount: field.money("账面价值", {
      unit: "CNY",
      computed: true,
      later: true,
      mask: "stock_cost_view",
      column: {
        width: 110,
        summary: "sum",
        phone: false,
        tooltip: "差异关闭时从在途冲销的成本；台账中丢失、损坏的为生成时FBA仓的成本；手工新建的为—",
      },
    }),
    lostDay: field.date("发现日期", {
      help: "不填则为今天",
      column: { width: 110, sortable: true, phone: false },
      filter: "range",
    }),
    deadline: field.date("提交期限", {
      help: "不填则为发现后60天，以平台规则为准",
      column: { width: 110, sortable: true, phone: "fact" },
      filter: "range",
    }),
    caseNo: field.text("Case编号", { computed: true, max: 60, column: { width: 130 }, filter: "prefix" }),
    submitDay: field.date("提交日期", { computed: true, column: { hide: true, phone: false } }),
    reimbursementId: field.ref("赔偿记录", {
      to: "fba_reimbursement",
      computed: true,
      unique: "该赔偿记录已用于另一张索赔单",
      column: { width: 130, phone: false },
    }),
    paidQty: field.int("赔偿数量", {
      computed: true,
      later: true,
      column: { width: 90, summary: "sum", phone: false },
    }),
    paidAmount: field.money("赔偿金额", {
      currency: "currency",
      computed: true,
      later: true,
      column: { width: 120, summary: "currency" },
    }),
    settlementId: field.ref("结算单", {
      to: "settlement",
      computed: true,
      virtual: true,
      column: { width: 130, phone: false, tooltip: "付这笔赔偿的已过账结算单" },
    }),
    foundQty: field.int("找回数量", { computed: true, later: true, column: { hide: true, phone: false } }),
    answer: field.longtext("平台答复", { computed: true, max: 500, wide: true }),
    currency: field.dict("币种", { type: "currency", computed: true }),
    sourceLine: field.text("来源行", { ...unshown, max: 40, unique: "该差异已有索赔单" }),
  },
  actions: {
    file: {
      label: "登记提交",
      next: true,
      permission: "submit",
      from: ["open", "rejected"],
      to: "submitted",
      input: {
        caseNo: field.text("Case编号", { required: true, max: 60 }),
        submitDay: field.date("提交日期", { asked: true, help: "不填则为今天" }),
      },
    },
    paid: {
      label: "登记赔偿",
      next: true,
      permission: "submit",
      from: ["submitted"],
      to: "reimbursed",
      input: { reimbursementId: field.ref("赔偿记录", { to: "fba_reimbursement", required: true }) },
    },
    found: {
      label: "登记找回",
      permission: "submit",
      from: ["open", "submitted", "rejected"],
      to: "found",
      notFor: ["kind", "warehouse", "damaged"],
      confirm: "按账面价值生成调整入库的其他入库单草稿，由仓库提交并确认入库。",
      input: { foundQty: field.int("找回数量", { required: true, min: 1, startsAs: "missingQty" }) },
    },
    turnedUp: {
      label: "登记找回",
      permission: "submit",
      from: ["open", "submitted", "rejected"],
      to: "found",
      notFor: ["kind", "inbound", "returned"],
      confirm: "这些货物没有从本系统的FBA仓库存中减去过，不生成入库单。库存台账中的找回会自动登记。",
      input: { foundQty: field.int("找回数量", { required: true, min: 1, startsAs: "missingQty" }) },
    },
    reject: {
      label: "登记拒绝",
      permission: "submit",
      from: ["submitted"],
      to: "rejected",
      input: reason("平台答复", "请填写平台的答复"),
    },
    void: voidAction(["open", "rejected"]),
  },
  screens: { list: "/logistics/fbaClaim/index", detail: "/logistics/fbaClaim/detail" },
});
