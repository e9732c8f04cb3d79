import { defineDocument, field, lineRemark, ownStatus, reason, skuLine, unshown } from "../kit";
import {
  inboundCarriers,
  inboundModes,
  inboundOwners,
  inboundPrints,
  inboundSends,
  inboundStates,
  inboundTasks,
  inboundWays,
  shipmentNumber,
} from "./fba-inbound-words";
import { packRow, transferBox } from "./transfer-boxes";

const API = { when: ["mode", "api"] } as const;
const MANUAL = { when: ["mode", "manual"] } as const;
const FREIGHT = { section: "物流" } as const;

/** What goes to the platform of a listing. */
const inboundLine = {
  ...skuLine(),
  qty: field.int("数量", { required: true, min: 1, sum: true }),
  msku: field.text("MSKU", { max: 60, help: "不填则取店铺的平台映射" }),
  fnsku: field.text("FNSKU", { max: 20, whenFilled: true, help: "不填则取店铺的平台映射" }),
  expiryDay: field.date("有效期至", { whenFilled: true }),
  problem: field.text("平台问题", { computed: true, max: 500, whenFilled: true, wide: true }),
  remark: { ...lineRemark(), whenFilled: true },
};

/** Where the platform would have the goods, and for what fee. */
const inboundOption = {
  optionNo: field.int("方案", { computed: true }),
  optionId: field.text("方案编号", { computed: true, max: 60, hidden: true }),
  fee: field.money("分仓费", { computed: true, currency: "feeCurrency" }),
  shipmentCount: field.int("货件数", { computed: true }),
  centres: field.text("FC", { computed: true, max: 200 }),
  split: field.text("分配", { computed: true, max: 2000, wide: true }),
  chosen: field.bool("已选", { computed: true }),
};

/** What goes to one of its warehouses, and the transfer that brings it. */
const inboundShipment = {
  shipmentId: field.text("货件号", { computed: true, max: 20 }),
  fcCode: field.text("FC", { computed: true, max: 10 }),
  qty: field.int("数量", { computed: true, sum: true }),
  cartons: field.int("箱数", { computed: true, sum: true }),
  contentsText: field.text("货物", { computed: true, max: 2000, wide: true }),
  transferId: field.ref("调拨单", { to: "transfer", computed: true }),
  transportFee: field.money("平台运费", { computed: true, later: true, currency: "feeCurrency" }),
  platformId: field.text("平台货件编号", { computed: true, max: 60, hidden: true }),
  // Rows as 装箱 takes them, for the transfer.
  boxes: field.json("箱", { computed: true, hidden: true }),
};

/** When the platform takes a shipment in. */
const inboundWindow = {
  shipmentId: field.text("货件号", { computed: true, max: 20 }),
  startDay: field.date("到货从", { computed: true }),
  endDay: field.date("到货至", { computed: true }),
  chosen: field.bool("已选", { computed: true }),
  platformId: field.text("平台货件编号", { computed: true, max: 60, hidden: true }),
  windowId: field.text("平台时间编号", { computed: true, max: 60, hidden: true }),
};

const inboundFields = {
  storeId: field.ref("店铺", { to: "store", required: true, column: { width: 150 }, filter: "in" }),
  fromWarehouseId: field.ref("发货仓", { to: "warehouse", required: true, column: { width: 110 }, filter: "in" }),
  toWarehouseId: field.ref("FBA仓", { to: "warehouse", computed: true, column: { width: 110, phone: false } }),
  mode: field.enum("方式", {
    required: true,
    default: "api",
    options: inboundModes,
    help: "接口：由系统在平台建立计划；手工：货件已在卖家后台建好",
    column: { width: 80, phone: false },
    filter: "in",
  }),
  labelOwner: field.enum("贴标方", { required: true, default: "SELLER", options: inboundOwners, ...API }),
  prepOwner: field.enum("预处理方", { required: true, default: "NONE", options: inboundOwners, ...API }),
  shipmentId: { ...shipmentNumber({ help: "卖家后台的货件号" }), ...MANUAL },
  fcCode: field.text("FC", { ...MANUAL, pattern: [/^[A-Z0-9]{3,6}$/, "FC为3到6位大写字母或数字"] }),
  logisticsProviderId: field.ref("物流商", { to: "supplier", help: "带入生成的调拨单，也可在调拨单填写", ...FREIGHT }),
  freightTemplateId: field.ref("运费模板", { to: "freight_template" }),
  transportMode: field.dict("运输方式", { type: "transport_mode" }),
  totalQty: field.int("数量", { computed: true, column: { summary: "sum" } }),
  shipmentCount: field.int("货件数", { computed: true, column: { width: 80, phone: false } }),
  shippedQty: field.int("发货", {
    computed: true,
    virtual: true,
    hiddenIn: ["add", "edit"],
    column: { summary: "sum", phone: false },
  }),
  receivedQty: field.int("收货", {
    computed: true,
    virtual: true,
    hiddenIn: ["add", "edit"],
    column: { summary: "sum" },
  }),
  task: field.enum("等待平台", {
    computed: true,
    options: inboundTasks,
    section: "平台",
    column: { width: 130 },
    filter: "in",
  }),
  problem: field.longtext("平台问题", { computed: true, max: 2000, wide: true, column: { width: 200, phone: false } }),
  inboundPlanId: field.text("平台计划编号", {
    computed: true,
    max: 60,
    column: { width: 160, hide: true },
    filter: "prefix",
    ...API,
  }),
  planName: field.text("平台计划名称", { computed: true, max: 40, ...API }),
  placementFee: field.money("分仓费", {
    computed: true,
    later: true,
    currency: "feeCurrency",
    column: { width: 110, summary: "currency", phone: false },
    ...API,
  }),
  transportFee: field.money("平台运费", { computed: true, later: true, currency: "feeCurrency", ...API }),
  feeCurrency: field.dict("费用币种", { type: "currency", computed: true, ...API }),
  carrierKind: field.enum("承运", { computed: true, options: inboundCarriers, ...API }),
  shipWay: field.enum("运输类型", { computed: true, options: inboundWays, ...API }),
  readyDay: field.date("备妥日期", { computed: true, ...API }),
  cancelReason: field.text("取消原因", { computed: true, max: 500, when: ["status", "cancelled"] }),
  skuCodes: field.text("SKU", { ...unshown, max: 4000 }),
  shipmentIds: field.text("货件号", { ...unshown, max: 1000 }),
  // What was asked of the platform, by step; which of its groups each listing is packed in.
  operations: field.json("平台操作", { ...unshown }),
  packingGroups: field.json("包装组", { ...unshown }),
  optionId: field.text("方案编号", { ...unshown, max: 60 }),
};

const inboundActions = {
  submit: {
    label: "提交平台",
    next: true,
    permission: "submit",
    from: ["draft"],
    to: "creating",
    notFor: ["mode", "manual"],
    confirm: "系统在平台建立入库计划，之后明细不能再修改。",
  },
  start: {
    label: "生成调拨单",
    next: true,
    permission: "submit",
    from: ["draft"],
    to: "ready",
    notFor: ["mode", "api"],
    confirm: "按货件生成一张发往FBA的调拨单。",
  },
  pack: {
    label: "装箱完成",
    next: true,
    permission: "edit",
    from: ["packing"],
    lines: { boxes: { label: "箱", table: "fba_inbound_pack", max: 500, fields: packRow } },
  },
  choose: {
    label: "选择分仓",
    next: true,
    permission: "edit",
    from: ["placement"],
    part: "optionNo",
    input: { optionNo: field.int("方案", { required: true, min: 1, max: 99, help: "分仓方案表中的序号" }) },
  },
  chooseWindow: {
    label: "选择到货时间",
    next: true,
    permission: "edit",
    from: ["window"],
    part: "windowIds",
    input: { windowIds: field.texts("到货时间", { max: 60, help: "每个货件一个" }) },
  },
  setTransport: {
    label: "运输方式",
    next: true,
    permission: "edit",
    from: ["transport", "window"],
    input: {
      carrierKind: field.enum("承运", { required: true, asked: true, options: inboundCarriers }),
      shipWay: field.enum("运输类型", { required: true, asked: true, options: inboundWays }),
      readyDay: field.date("备妥日期", { required: true, asked: true }),
    },
  },
  cancel: {
    label: "取消",
    permission: "void",
    from: ["draft", "creating", "packing", "placement", "transport", "window", "ready"],
    danger: true,
    confirm:
      "生成的调拨单一并作废。已确认平台合作承运商的，超过平台的免费取消时限（小包裹24小时、零担1小时）会收取运费。",
    input: reason("取消原因", "请填写取消原因"),
  },
} as const;

/** FBA入库计划 (figures.md D.6): goods for the platform's warehouses, as it wants them brought. */
export const fbaInbound = defineDocument({
  name: "fba_inbound",
  label: "FBA入库计划",
  module: "logistics",
  menu: { group: "logistics", icon: "inbox", sort: 15, words: { approve: false } },
  permission: "logistics_fbainbound",
  number: "RJ",
  scopeBy: { store: "storeId", user: "createBy", warehouse: "fromWarehouseId" },
  keyword: ["no", "skuCodes", "shipmentIds", "inboundPlanId"],
  calls: { sends: inboundSends },
  exports: { lines: "items" },
  list: { tabs: true },
  start: { copy: false },
  status: ownStatus(inboundStates, {
    path: [
      ...(["draft", "creating", "packing", "placement", "transport", "window"] as const),
      ...(["ready", "shipped", "receiving", "closed"] as const),
    ],
    paths: { by: "mode", of: { manual: ["draft", "ready", "shipped", "receiving", "closed"] } },
  }),
  glance: {
    figures: [
      { field: "receivedQty", label: "已收 / 数量", of: "totalQty" },
      { field: "shipmentCount" },
      { field: "placementFee" },
    ],
    brief: { amount: "placementFee", qty: "totalQty" },
    queues: [
      {
        label: "FBA入库计划待装箱",
        where: { status: "packing" },
        permission: "edit",
        about: "skuCodes",
        opens: "pack",
      },
      { label: "FBA入库计划待选方案", where: { status: "placement" }, permission: "edit", about: "skuCodes" },
      { label: "FBA入库计划待运输", where: { status: "transport" }, permission: "edit", about: "skuCodes" },
      { label: "FBA入库计划待选到货时间", where: { status: "window" }, permission: "edit", about: "skuCodes" },
    ],
  },
  fields: inboundFields,
  lines: {
    items: { label: "入库明细", table: "fba_inbound_line", required: "请至少添加一条明细", fields: inboundLine },
    boxes: { label: "装箱明细", table: "fba_inbound_box", computed: true, max: 2000, fields: transferBox },
    options: { label: "分仓方案", table: "fba_inbound_option", computed: true, fields: inboundOption },
    shipments: { label: "货件", table: "fba_inbound_shipment", computed: true, fields: inboundShipment },
    windows: { label: "到货时间", table: "fba_inbound_window", computed: true, fields: inboundWindow },
  },
  actions: inboundActions,
  screens: {
    list: "/logistics/fbaInbound/index",
    create: "/logistics/fbaInbound/detail",
    edit: "/logistics/fbaInbound/detail",
    detail: "/logistics/fbaInbound/detail",
    titles: { list: "FBA入库计划" },
    prints: inboundPrints,
  },
});
