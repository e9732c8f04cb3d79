import { defineDocument, field, onePage, ownStatus, voidAction } from "../kit";

const cabinetFieldsFee = (label: string) => field.money(label, { currency: "currency", computed: true });
const cabinetFieldsDay = (label: string) => field.date(label, { column: { hide: true } });
const percent = (label: string, help: string) =>
  field.percent(label, { computed: true, later: true, help, column: { bar: true, summary: "avg" } });

/** The container, and who carries it. */
const base = {
  loadType: field.enum("装载", {
    required: true,
    default: "fcl",
    column: true,
    filter: "in",
    options: { fcl: { label: "整柜" }, lcl: { label: "拼箱" } },
  }),
  containerType: field.dict("柜型", {
    type: "container_type",
    when: ["loadType", "fcl"],
    help: "整柜必填",
    column: true,
    filter: "in",
  }),
  containerNo: field.text("柜号", {
    max: 11,
    help: "4个大写字母加7位数字，装柜时必填",
    column: true,
    pattern: [/^[A-Z]{4}[0-9]{7}$/, "柜号为4个大写字母加7位数字"],
  }),
  sealNo: field.text("封号", { max: 20 }),
  bookingNo: field.text("订舱号", { max: 40 }),
  providerId: field.ref("货代", {
    to: "supplier",
    only: { supplierType: ["logistics"] },
    help: "订舱时必填",
    column: { hide: true },
    filter: "in",
  }),
  portLoading: field.dict("起运港", { type: "sea_port", required: true, column: true }),
  portDest: field.dict("目的港", { type: "sea_port", required: true, column: true }),
  destCountry: field.dict("目的国", { type: "country", required: true, filter: "in" }),
  vesselVoyage: field.text("船名航次", { max: 60 }),
  cutoffDate: field.datetime("截关"),
  etd: field.date("预计开船", { inline: true, column: { sortable: true }, filter: "range" }),
  eta: field.date("预计到港", { inline: true, column: { sortable: true } }),
  atd: { ...cabinetFieldsDay("实际开船"), computed: true },
  ata: { ...cabinetFieldsDay("实际到港"), computed: true },
  clearDate: field.date("清关日", { computed: true }),
  doneDate: field.date("派送完成日", { computed: true }),
} as const;

/** What it costs and how the transfers share it. */
const costs = {
  currency: field.dict("币种", { type: "currency", required: true, default: "CNY", section: "费用" }),
  shareType: field.enum("分摊方式", {
    required: true,
    default: "volume",
    options: { volume: { label: "体积" }, weight: { label: "计费重" }, amount: { label: "货值" } },
  }),
  oceanFreight: cabinetFieldsFee("海运费"),
  truckFee: cabinetFieldsFee("拖车费"),
  customsFee: cabinetFieldsFee("报关费"),
  destFee: cabinetFieldsFee("目的港费"),
  totalFee: field.money("费用合计", {
    currency: "currency",
    computed: true,
    column: { width: 130, summary: "currency" },
  }),
  feeTime: field.datetime("费用录入时间", { computed: true }),
};

/** What is in it, beside what fits in. */
const loaded = {
  transferCount: field.int("调拨单数", { computed: true, column: { summary: "sum" } }),
  totalCartons: field.int("箱数", { computed: true, column: { summary: "sum" } }),
  totalVolume: field.decimal("体积", { unit: "m³", scale: 4, computed: true, column: { summary: "sum" } }),
  totalWeight: field.decimal("重量", { unit: "kg", scale: 2, computed: true, column: { summary: "sum" } }),
  usableM3: field.decimal("可装体积", { unit: "m³", scale: 4, computed: true, later: true, hiddenIn: ["view"] }),
  payloadKg: field.decimal("可装重量", { unit: "kg", scale: 2, computed: true, later: true, hiddenIn: ["view"] }),
  volumeUsage: percent("装载率%", "占可装体积"),
  weightUsage: percent("载重率%", "占可装重量"),
  transferNos: field.text("调拨单", { computed: true, hiddenIn: ["view"], max: 4000 }),
};

/** Fields of a container load in reading order. */
const cabinetFields = { ...base, ...costs, ...loaded };

/** One transfer in it. */
const cabinetLine = {
  transferId: field.ref("调拨单", {
    to: "transfer",
    required: true,
    only: { transferType: ["2", "3"], status: ["packed"] },
  }),
  destination: field.text("目的仓/FC", { computed: true, max: 100 }),
  cartons: field.int("箱数", { computed: true, sum: true }),
  volumeM3: field.decimal("体积", { unit: "m³", scale: 4, computed: true, sum: true }),
  weightKg: field.decimal("重量", { unit: "kg", scale: 2, computed: true, sum: true }),
  transferStatus: field.text("发货", { computed: true, virtual: true, hiddenIn: ["add"] }),
  customsNo: field.text("报关单", {
    computed: true,
    virtual: true,
    hiddenIn: ["add"],
    numbersOf: ["customs_declaration"],
  }),
  customsStatus: field.text("报关状态", { computed: true, virtual: true, hiddenIn: ["add"] }),
  sharedFee: field.money("分摊费用", { currency: "currency", computed: true, hiddenIn: ["add"], sum: true }),
};

const fee = (label: string) => field.money(label, { required: true, default: "0", min: 0, currency: "currency" });
const day = (label: string) => field.date(label, { help: "不填则为今天" });

const transferIds = (label: string) =>
  field.refs(label, {
    to: "transfer",
    required: true,
    requiredMessage: "请选择调拨单",
    only: { transferType: ["2", "3"], status: ["packed"] },
  });

/** What is done to a container load (supply.md 5). */
const cabinetActions = {
  addTransfers: {
    label: "加入调拨单",
    permission: "edit",
    from: ["draft", "booked"],
    input: { transferIds: transferIds("加入的调拨单") },
  },
  removeTransfers: {
    label: "移除调拨单",
    permission: "edit",
    from: ["draft", "booked"],
    input: { transferIds: transferIds("移除的调拨单") },
  },
  book: {
    label: "订舱",
    next: true,
    permission: "edit",
    from: ["draft"],
    to: "booked",
    input: {
      bookingNo: field.text("订舱号", { required: true, requiredMessage: "请填写订舱号", max: 40 }),
      providerId: field.ref("货代", { to: "supplier", required: true, only: { supplierType: ["logistics"] } }),
    },
  },
  load: {
    label: "装柜",
    next: true,
    permission: "edit",
    from: ["booked"],
    to: "loaded",
    confirm: "装柜后柜内的调拨单可以发货，不能再加入或移除。",
    input: { containerNo: field.text("柜号", { max: 11, help: "整柜必填" }), sealNo: field.text("封号", { max: 20 }) },
  },
  sail: {
    label: "开船",
    next: true,
    permission: "edit",
    from: ["loaded"],
    to: "sailed",
    input: {
      vesselVoyage: field.text("船名航次", { max: 60 }),
      etd: field.date("预计开船"),
      atd: day("实际开船"),
      eta: field.date("预计到港"),
    },
  },
  arrive: {
    label: "到港",
    next: true,
    permission: "edit",
    from: ["sailed"],
    to: "arrived",
    input: { ata: day("实际到港"), expectArriveDate: field.date("预计到仓", { help: "写到柜内的调拨单" }) },
  },
  clear: {
    label: "清关",
    next: true,
    permission: "edit",
    from: ["arrived"],
    to: "cleared",
    input: { clearDate: day("清关日"), expectArriveDate: field.date("预计到仓", { help: "写到柜内的调拨单" }) },
  },
  finish: {
    label: "派送完成",
    next: true,
    permission: "edit",
    from: ["cleared"],
    to: "done",
    input: { doneDate: day("派送完成日") },
  },
  setFee: {
    label: "费用录入",
    permission: "fee",
    from: ["loaded", "sailed", "arrived", "cleared", "done"],
    confirm: "按分摊方式分给柜内的调拨单，替换它们的实际运费。",
    input: {
      currency: field.dict("币种", { type: "currency", required: true }),
      oceanFreight: fee("海运费"),
      truckFee: fee("拖车费"),
      customsFee: fee("报关费"),
      destFee: fee("目的港费"),
    },
  },
  void: voidAction(["draft", "booked"]),
} as const;

const page = "/createCabinetCombination/index";

/** 组柜单 (supply.md 5): the transfers that go in one container, its way and what it costs. */
export const cabinetCombination = defineDocument({
  name: "cabinet_combination",
  label: "组柜单",
  module: "logistics",
  can: { undelete: false },
  api: "/logistics/cabinet",
  permission: "logistics_cabinet",
  menu: { group: "logistics", icon: "ship", sort: 40, words: { logistics_cabinet_fee: "费用录入" } },
  number: "GZ",
  many: true,
  start: { copy: false, prefill: { transferIds: "transfer" } },
  keyword: ["no", "containerNo", "bookingNo", "transferNos", "vesselVoyage"],
  lookup: { finds: ["containerNo"], foundBy: ["providerId"] },
  exports: { lines: "items" },
  list: { tabs: true, remark: true },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      booked: { label: "已订舱", tone: "blue" },
      loaded: { label: "已装柜", tone: "blue" },
      sailed: { label: "已开船", tone: "blue" },
      arrived: { label: "已到港", tone: "orange" },
      cleared: { label: "已清关", tone: "blue" },
      done: { label: "已派送", tone: "green" },
      void: { label: "已作废", tone: "red" },
    },
    { editable: ["draft", "booked"], deletable: ["draft"] },
  ),
  openFields: {
    loaded: {
      fields: ["vesselVoyage", "cutoffDate", "etd", "eta", "sealNo", "remark"],
      note: "已装柜，只能修改船期、封号和备注",
    },
    sailed: { fields: ["eta", "remark"], note: "已开船，只能修改预计到港和备注" },
  },
  glance: {
    figures: [
      { field: "totalVolume", label: "体积 / 可装", of: "usableM3" },
      { field: "totalWeight", label: "重量 / 可装", of: "payloadKg" },
      { field: "totalCartons" },
      { field: "totalFee" },
      { field: "eta" },
    ],
    brief: { amount: "totalFee", qty: "totalCartons", date: "eta" },
    queues: [
      {
        label: "待装柜",
        where: { status: "booked" },
        permission: "edit",
        due: "etd",
        opens: "load",
        about: "transferNos",
      },
    ],
  },
  fields: cabinetFields,
  lines: { items: { label: "柜内调拨单", table: "cabinet_line", max: 100, fields: cabinetLine } },
  actions: cabinetActions,
  screens: {
    list: "/cabinetCombination/index",
    ...onePage(page),
    print: "/cabinetCombination/print",
    printLabel: "打印装柜清单",
    titles: { list: "组柜单", create: "新建组柜", detail: "组柜详情", print: "装柜清单" },
  },
});
