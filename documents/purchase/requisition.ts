import { defineDocument, field, flowStatus, lineRemark, skuLine, voidAction } from "../kit";

export const reqTypes = {
  stock: { label: "备货" },
  newProduct: { label: "新品首单" },
  urgent: { label: "加急" },
  sample: { label: "样品" },
  packing: { label: "包材" },
};

const TURNED = "请购单已转采，不能作废，请走请购取消";

/** 请购单 (supply.md 3). */
export const requisition = defineDocument({
  name: "purchase_requisition",
  label: "请购单",
  module: "purchase",
  menu: { group: "purchase", icon: "clipboard", sort: 10 },
  number: "QG",
  flow: { amount: "estAmount" },
  // Buyers turn what others ask for.
  scopeBy: { dept: "deptId", user: "createBy", all: "purchase_turnrequisition_add" },
  many: true,
  keyword: ["no", "items.skuId"],
  foundBy: ["items.skuId", "applicantId"],
  formColumns: 3,
  prefill: { replenishId: "replenish" },
  exportLines: "items",
  import: { lines: "items", group: "单据分组" },
  statusTabs: true,
  status: {
    ...flowStatus({
      approved: { label: "待转采", tone: "blue" },
      partTurned: { label: "部分转采", tone: "blue" },
      turned: { label: "已转采", tone: "blue" },
      completed: { label: "已完成", tone: "green" },
      cancelled: { label: "已取消", tone: "grey" },
    }),
    path: ["draft", "auditing", "approved", "turned", "completed"],
  },
  figures: [
    { field: "estAmount", label: "金额" },
    { field: "turnedQty", label: "已转 / 请购", of: "totalQty" },
    { field: "receivedQty", label: "已到货 / 请购", of: "totalQty" },
    { field: "expectDate" },
  ],
  brief: { amount: "estAmount", qty: "totalQty", date: "expectDate" },
  bulk: ["expectDate", "reason"],
  queues: [
    {
      ...{ label: "待转采", where: { status: "approved,partTurned" }, due: "expectDate" },
      permission: "purchase_turnrequisition_add",
    },
  ],
  fields: {
    reqType: field.enum({
      label: "请购类型",
      required: true,
      default: "stock",
      options: reqTypes,
      column: { width: 66 },
      filter: "in",
    }),
    applicantId: field.ref({
      label: "请购人",
      to: "user",
      computed: true,
      column: { width: 66 },
      filter: "in",
    }),
    storeId: field.ref({
      label: "店铺",
      to: "store",
      help: "备货与加急必填",
      column: { width: 140, hide: true },
      filter: "in",
    }),
    site: field.text({
      ...{ label: "站点", virtual: true, computed: true },
      column: { width: 80, hide: true },
    }),
    warehouseId: field.ref({
      label: "需求仓库",
      to: "warehouse",
      only: { kind: ["domestic", "overseas"] },
      required: true,
      column: { width: 72 },
      filter: "in",
    }),
    totalQty: field.int({
      label: "总数量",
      computed: true,
      column: { width: 84, summary: "sum" },
    }),
    turnedQty: field.int({
      label: "已转采",
      computed: true,
      column: { width: 84, summary: "sum" },
    }),
    estAmount: field.money({
      label: "预估金额",
      unit: "CNY",
      computed: true,
      later: true,
      help: "没有单价的明细不计入",
      mask: "purchase_price_view",
      column: { width: 110, sortable: true, summary: "sum" },
    }),
    expectDate: field.date({
      label: "期望到仓日",
      required: true,
      column: { width: 120, sortable: true },
      filter: "range",
    }),
    reason: field.longtext({ label: "请购原因", help: "加急必填", wide: true }),
    skuCount: field.int({
      ...{ label: "SKU数", virtual: true, computed: true },
      column: { width: 70, phone: false },
    }),
    receivedQty: field.int({ label: "已到货", computed: true, column: { width: 100 } }),
    progress: field.enum({
      label: "进度",
      computed: true,
      default: "none",
      options: {
        none: { label: "未转采", tone: "grey" },
        part: { label: "部分转采", tone: "orange" },
        all: { label: "全部转采", tone: "blue" },
        received: { label: "已到货", tone: "green" },
      },
      column: { width: 100, hide: true },
    }),
  },
  lines: {
    items: {
      label: "请购明细",
      table: "purchase_requisition_line",
      required: "请至少添加一条明细",
      fields: {
        replenishId: field.ref({ label: "补货建议", to: "replenish", hidden: true }),
        ...skuLine(),
        qty: field.int({
          ...{ label: "请购数量", required: true, min: 1, sum: true },
          warns: [{ unless: "qty of moq", says: "不是起订量{moq}的倍数" }],
        }),
        estPrice: field.decimal({
          ...{ label: "预估单价", unit: "CNY", min: 0 },
          ...{ mask: "purchase_price_view", from: "skuId.purchasePrice" },
        }),
        lastPrice: field.decimal({
          ...{
            label: "上次采购价",
            unit: "CNY",
            computed: true,
            virtual: true,
            hiddenIn: ["view"],
          },
          ...{ mask: "purchase_price_view", from: "skuId.lastPrice" },
        }),
        estAmount: field.money({
          label: "预估金额",
          unit: "CNY",
          computed: true,
          later: true,
          mask: "purchase_price_view",
          sum: true,
          works: "qty*estPrice",
        }),
        expectDate: field.date({ label: "期望到仓日" }),
        availableQty: field.int({
          label: "可用",
          computed: true,
          later: true,
          from: "skuId.availableQty",
        }),
        inTransitQty: field.int({
          label: "在途",
          computed: true,
          later: true,
          from: "skuId.inTransitQty",
          sum: true,
        }),
        onOrderQty: field.int({
          label: "在订",
          computed: true,
          from: "skuId.onOrderQty",
          sum: true,
        }),
        sales30d: field.int({ label: "近30天销量", computed: true, from: "skuId.sales30d" }),
        moq: field.int({
          ...{ label: "起订量", computed: true, virtual: true, hiddenIn: ["view"] },
          from: "skuId.moq",
        }),
        turnedQty: field.int({ label: "已转采", computed: true, sum: true }),
        cancelQty: field.int({ label: "已取消", computed: true, sum: true }),
        orderedQty: field.int({ label: "已下单", computed: true, sum: true }),
        transferQty: field.int({
          ...{ label: "已调拨", computed: true, sum: true },
          hiddenIn: ["add", "edit"],
        }),
        receivedQty: field.int({ label: "已到货", computed: true, sum: true }),
        lostQty: field.int({ label: "不再到货", computed: true, sum: true }),
        remainQty: field.int({ label: "剩余", computed: true, virtual: true, sum: true }),
        // A form points at it beside the quantity.
        moqNote: field.text({
          ...{ label: "提示", computed: true, virtual: true },
          hiddenIn: ["add", "edit"],
        }),
        remark: lineRemark(),
      },
    },
  },
  actions: {
    void: {
      ...voidAction(["approved"]),
      refusals: { partTurned: TURNED, turned: TURNED, completed: TURNED },
    },
    toTurn: {
      label: "转采",
      next: true,
      permission: "purchase_turnrequisition_add",
      from: ["approved", "partTurned"],
      batch: true,
      opens: { document: "turn_requisition", param: "reqId" },
    },
    toCancel: {
      label: "取消",
      permission: "purchase_requisitioncancel_add",
      from: ["approved", "partTurned"],
      opens: { document: "requisition_cancel", param: "reqId" },
    },
  },
  screens: {
    list: "/porequisiton/index",
    create: "/porequisiton/create/index",
    edit: "/porequisiton/create/index",
    detail: "/porequisiton/detail/index",
    print: "/porequisiton/print",
  },
});
