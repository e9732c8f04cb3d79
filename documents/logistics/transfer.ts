import { defineDocument, field, flowStatus, lineRemark, onePage, reason, skuLine, voidAction, worked } from "../kit";
import { packRow, transferBox } from "./transfer-boxes";
import { transferFields } from "./transfer-fields";

const cost = { unit: "CNY", mask: "stock_cost_view", ...worked } as const;
/** Of kinds of transfer or of states that not every document has. */
const sometimes = { whenFilled: true } as const;
const pieces = (label: string) => field.int(label, { ...worked, sum: true });

/** One line of a transfer: what is sent of a SKU, and what became of it. */
const transferLine = {
  replenishId: field.ref("补货建议", { to: "replenish", hidden: true }),
  turnLineId: field.line("转采明细", { table: "turn_requisition_line", hidden: true }),
  ...skuLine(),
  goodQty: field.int("良品", { required: true, min: 0, default: 0, sum: true }),
  badQty: field.int("次品", { required: true, min: 0, default: 0, sum: true }),
  fnsku: field.text("FNSKU", { max: 20, ...sometimes, help: "发往FBA必填，不填则取店铺的平台映射" }),
  msku: field.text("MSKU", { max: 60, ...sometimes, help: "发往FBA必填，不填则取店铺的平台映射" }),
  shippedQty: pieces("发货"),
  receivedGoodQty: pieces("收良"),
  receivedBadQty: pieces("收次"),
  lostQty: pieces("差异"),
  outAmount: field.money("出库成本", { ...cost, sum: true }),
  feeAmount: field.money("头程", { ...cost, ...sometimes, sum: true }),
  // What of the freight has joined the cost of pieces that came in.
  feePosted: field.money("已入成本头程", { ...cost, hidden: true }),
  inAmount: field.money("入库成本", { ...cost, ...sometimes, sum: true }),
  lostAmount: field.money("差异金额", { ...cost, ...sometimes, sum: true }),
  inUnitCost: field.decimal("入库单位成本", { scale: 6, ...cost, ...sometimes }),
  remark: { ...lineRemark(), ...sometimes },
};

/** What an action moves of each line. `word`: 发 or 收. */
const movedRow = (word: string) => ({
  lineId: field.line("明细", { table: "transfer_line", hidden: true }),
  skuId: field.ref("SKU", { to: "sku", computed: true }),
  leftQty: field.int(`待${word}`, { computed: true }),
  goodQty: field.int(`${word}良品`, { min: 0, default: 0, sum: true }),
  badQty: field.int(`${word}次品`, { min: 0, default: 0, sum: true }),
});

/** Who carries the goods, as it is known when they leave. */
const carried = () => ({
  carrier: field.text("承运", { max: 50 }),
  trackingNo: field.text("跟踪号", { max: 60 }),
  expectArriveDate: field.date("预计到达"),
});

/** Pieces are counted by hand or by the codes of their SKUs. */
const moved = { by: "lineId", of: ["goodQty", "badQty"], left: "leftQty", scans: "skuId" } as const;

/** What is done to a transfer after its approval (supply.md 5). */
const transferActions = {
  pack: {
    label: "装箱",
    next: true,
    permission: "pack",
    from: ["approved"],
    to: "packed",
    lines: { boxes: { label: "箱", table: "transfer_pack", max: 500, fields: packRow } },
  },
  direct: {
    label: "直接调拨",
    permission: "ship",
    from: ["approved"],
    to: "done",
    confirm: "同城两仓：发货与收货一次完成。",
  },
  toCabinet: {
    label: "加入组柜",
    permission: "logistics_cabinet_add",
    from: ["packed"],
    batch: true,
    opens: { document: "cabinet_combination", param: "transferIds" },
  },
  toCustoms: {
    label: "生成报关单",
    permission: "logistics_customs_add",
    from: ["packed", "shipped"],
    opens: { document: "customs_declaration", param: "transferId" },
  },
  ship: {
    label: "确认发货",
    next: true,
    permission: "ship",
    from: ["approved", "packed"],
    to: "shipped",
    confirm: "货物离开调出仓，进入调拨在途；少发的数量释放锁定。",
    input: carried(),
    lines: {
      items: { label: "发货明细", table: "transfer_line", sourced: "whole", tally: moved, fields: movedRow("发") },
    },
  },
  receive: {
    label: "收货",
    next: true,
    permission: "receive",
    from: ["shipped", "partReceived"],
    lines: {
      items: { label: "收货明细", table: "transfer_line", sourced: "whole", tally: moved, fields: movedRow("收") },
    },
  },
  setFee: {
    label: "录入实际费用",
    permission: "fee",
    from: ["shipped", "partReceived", "done", "closed"],
    input: {
      feeCurrency: field.dict("费用币种", { type: "currency", required: true }),
      actualFreight: field.money("实际运费", { required: true, min: 0, currency: "feeCurrency" }),
      otherFee: field.money("其他费", { min: 0, currency: "feeCurrency" }),
    },
  },
  toQuote: {
    label: "运费试算",
    permission: "logistics_freight_view",
    from: ["packed", "shipped", "partReceived", "done", "closed"],
    opens: { document: "freight_template", path: "/logistics/freight/quote", param: "transferId" },
  },
  close: {
    label: "差异关闭",
    permission: "close",
    from: ["shipped", "partReceived"],
    to: "closed",
    danger: true,
    confirm: "未收到的数量计为差异，从在途中扣除，关闭后不能恢复。",
    input: reason("关闭原因", "请填写关闭原因"),
  },
  reverse: {
    label: "撤销发货",
    permission: "reverse",
    from: ["shipped"],
    danger: true,
    confirm: "货物回到调出仓并重新锁定。",
    input: reason("撤销原因", "请填写撤销原因"),
  },
  void: voidAction(["approved", "packed"]),
} as const;

const AFTER_PACKING = ["packed", "shipped", "partReceived", "done", "closed"] as const;
const page = "/transfer/detail/{transferType}";

/** 调拨单 (supply.md 5): goods that go from one warehouse to another; held from submit on. */
export const transfer = defineDocument({
  name: "transfer",
  label: "调拨单",
  module: "logistics",
  can: { undelete: false },
  menu: { group: "logistics", icon: "swap", sort: 20 },
  number: "DB",
  many: true,
  flow: { amount: "freightCny" },
  scopeBy: { dept: "deptId", user: "createBy", warehouse: ["fromWarehouseId", "toWarehouseId"] },
  keyword: ["no", "skuCodes", "shipmentId", "referenceId", "trackingNo", "sourceNo"],
  lookup: { foundBy: ["logisticsProviderId"] },
  start: { prefill: { replenishId: "replenish" } },
  exports: { lines: "items" },
  list: { tabs: true, remark: true },
  status: flowStatus({
    approved: { label: "待装箱", tone: "blue" },
    packed: { label: "待发货", tone: "blue" },
    shipped: { label: "运输中", tone: "blue" },
    partReceived: { label: "部分收货", tone: "orange" },
    done: { label: "已完成", tone: "green" },
    closed: { label: "差异关闭", tone: "grey" },
  }),
  glance: {
    figures: [
      { field: "receivedQty", label: "已收 / 数量", of: "totalQty" },
      { field: "cartons" },
      { field: "chargeWeightKg" },
      { field: "freightCny" },
      { field: "expectArriveDate" },
    ],
    brief: { amount: "freightCny", qty: "totalQty", date: "expectArriveDate" },
    queues: [
      { label: "待装箱", where: { status: "approved" }, permission: "pack", about: "skuCodes" },
      { label: "待发货", where: { status: "packed" }, permission: "ship", due: "expectShipDate" },
      { label: "待收货", where: { status: "shipped,partReceived" }, permission: "receive", due: "expectArriveDate" },
    ],
  },
  fields: transferFields,
  lines: {
    items: { label: "调拨明细", table: "transfer_line", required: "请至少添加一条明细", fields: transferLine },
    boxes: { label: "装箱明细", table: "transfer_box", computed: true, fields: transferBox },
  },
  actions: transferActions,
  screens: {
    list: "/transfer/index",
    ...onePage(page),
    titles: { list: "调拨单" },
    prints: {
      picking: {
        path: "/transfer/picking",
        label: "打印拣货单",
        title: "拣货单",
        from: ["approved", ...AFTER_PACKING],
      },
      packing: { path: "/transfer/packing", label: "打印装箱单", title: "装箱单", from: AFTER_PACKING },
      labels: { path: "/transfer/labels", label: "打印箱唛", title: "箱唛", from: AFTER_PACKING },
    },
  },
});
