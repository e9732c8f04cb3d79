import { defineDocument, field, labelled, lineRemark, onePage, ownStatus, reason, skuLine, worked } from "../kit";
import { correctionActions, correctionFields, correctionLines, fixedDebt, fixedStock } from "./opening-correction";

/** What a company brings along (company.md 2), in the order in which it is booked. */
export const openingKinds = labelled({
  stock: "库存",
  transit: "在途",
  purchase: "采购单",
  payable: "应付",
  prepaid: "预付",
});
export type OpeningKind = keyof typeof openingKinds;

/** The table of lines that a kind has; the others of its rows stay empty. */
export const openingLines = {
  stock: "stocks",
  transit: "transits",
  purchase: "purchases",
  payable: "debts",
  prepaid: "debts",
} as const satisfies Record<OpeningKind, string>;

/** The code by which a file or another system names a row, where it does not know its id. */
const code = (label: string) => field.text(label, { max: 100, hidden: true });
const cost = { unit: "CNY", mask: "stock_cost_view" } as const;
const secret = "purchase_price_view";
const owed = (label: string) =>
  field.money(label, { required: true, min: 0.01, currency: "currency", mask: secret, sum: true });

/** The goods of a line: chosen, or named by code. */
const goods = () => ({ ...skuLine(), skuId: field.ref("SKU", { to: "sku" }), sku: code("SKU编码") });

const stocks = {
  warehouseId: field.ref("仓库", { to: "warehouse" }),
  warehouse: code("仓库编码"),
  ...goods(),
  batchNo: field.text("批次", { max: 40 }),
  expireDate: field.date("有效期"),
  goodQty: field.int("良品", { required: true, min: 0, default: 0, sum: true }),
  badQty: field.int("次品", { required: true, min: 0, default: 0, sum: true }),
  unitCost: field.decimal("单位成本", { scale: 6, min: 0, ...cost, help: "单位成本和金额填一个" }),
  amount: field.money("金额", { min: 0, ...cost, help: "不填则为数量乘单位成本" }),
  value: field.money("入账金额", { ...cost, ...worked, sum: true }),
  ...fixedStock,
  remark: lineRemark(),
};

const transits = {
  oldNo: field.text("旧单号", { required: true, max: 60 }),
  fromWarehouseId: field.ref("发出仓", { to: "warehouse" }),
  fromWarehouse: code("发出仓编码"),
  toWarehouseId: field.ref("目的仓", { to: "warehouse" }),
  toWarehouse: code("目的仓编码"),
  ...goods(),
  qty: field.int("在途数量", { required: true, min: 1, sum: true }),
  amount: field.money("金额", { required: true, min: 0, ...cost, sum: true }),
  shipDate: field.date("发出日期"),
  shipmentId: field.text("货件号", { pattern: [/^FBA[A-Z0-9]{9,10}$/, "货件号为FBA加9到10位大写字母或数字"] }),
  transferId: field.ref("调拨单", { to: "transfer", ...worked, whenFilled: true }),
  remark: lineRemark(),
};

const purchases = {
  oldNo: field.text("旧单号", { required: true, max: 60 }),
  supplierId: field.ref("供应商", { to: "supplier" }),
  supplier: code("供应商编码"),
  warehouseId: field.ref("收货仓", { to: "warehouse" }),
  warehouse: code("收货仓编码"),
  currency: field.dict("币种", { type: "currency", required: true, default: "CNY" }),
  orderDate: field.date("下单日期"),
  expectDate: field.date("要求交期", { required: true }),
  ...goods(),
  orderedQty: field.int("订购数量", { required: true, min: 1, sum: true }),
  receivedQty: field.int("已收数量", { required: true, min: 0, default: 0, sum: true }),
  price: field.decimal("单价(不含税)", { required: true, min: 0, currency: "currency", mask: secret }),
  taxRate: field.percent("税率%", { required: true, min: 0, max: 100, default: "0" }),
  tradeTerm: field.dict("贸易条款", { type: "trade_term", help: "外币必填" }),
  poId: field.ref("采购单", { to: "purchase_order", ...worked, whenFilled: true }),
  remark: lineRemark(),
};

const debts = {
  supplierId: field.ref("供应商", { to: "supplier" }),
  supplier: code("供应商编码"),
  currency: field.dict("币种", { type: "currency", required: true, default: "CNY" }),
  oldNo: field.text("旧单号", { max: 60, help: "应付必填" }),
  billDate: field.date("单据日期"),
  dueDate: field.date("到期日", { help: "应付不填则按供应商的结算方式" }),
  amount: owed("金额"),
  ...fixedDebt,
  requestedAmount: field.money("已请款", { currency: "currency", mask: secret, ...worked, whenFilled: true }),
  paidAmount: field.money("已付", { currency: "currency", mask: secret, ...worked, whenFilled: true }),
  poOldNo: field.text("采购单旧单号", { max: 60, help: "预付款所属的期初采购单，不填则为供应商的预付" }),
  poId: field.ref("采购单", { to: "purchase_order", ...worked, whenFilled: true }),
  remark: lineRemark(),
};

const MOST = 2000;
const BROUGHT = Object.keys(openingKinds).join(",");

/** 期初单 (company.md 2): what a company brings along at the end of the day before its first one of work. */
export const opening = defineDocument({
  name: "opening",
  label: "期初单",
  module: "finance",
  inSetup: true,
  permission: "setup_opening",
  permissions: { add: "edit", del: "edit", import: "edit", export: "view", print: "view" },
  number: "QJ",
  menu: { group: "finance", icon: "clipboard", sort: 5, words: { setup_opening_sign: "签署期初核对" } },
  keyword: ["no", "oldNos", "sourceFile"],
  list: { tabs: true },
  start: { copy: false, prefill: { correctsId: "opening" } },
  flow: { amount: "baseAmount", ownStart: true },
  exports: { lines: "stocks" },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      booked: { label: "已入账", tone: "green" },
      locked: { label: "已锁定", tone: "blue" },
      undone: { label: "已撤销", tone: "red" },
      auditing: { label: "更正审批中", tone: "orange" },
      rejected: { label: "更正已驳回", tone: "red" },
      approved: { label: "已更正", tone: "green" },
    },
    {
      editable: ["draft", "rejected"],
      path: ["draft", "booked", "locked"],
      paths: { by: "kind", of: { correction: ["draft", "auditing", "approved"] } },
    },
  ),
  glance: {
    figures: [{ field: "asOfDate" }, { field: "rowCount" }, { field: "totalQty" }, { field: "sums" }],
    brief: { amount: "baseAmount", qty: "totalQty", date: "asOfDate" },
    queues: [
      { label: "期初待入账", where: { status: "draft", kind: BROUGHT }, permission: "confirm", about: "companyId" },
    ],
  },
  fields: {
    kind: field.enum("种类", {
      required: true,
      options: { ...openingKinds, correction: { label: "更正" } },
      readonlyIn: ["edit"],
      column: true,
      filter: "in",
    }),
    companyId: field.ref("公司主体", {
      to: "company",
      help: "采购单、应付、预付必填",
      column: { width: 150 },
      filter: "in",
    }),
    ...correctionFields,
    company: field.text("公司编码", { max: 40, hiddenIn: ["view"], hidden: true }),
    asOfDate: field.date("期初日", { computed: true, column: { sortable: true } }),
    rowCount: field.int("行数", { computed: true, column: { summary: "sum" } }),
    totalQty: field.int("数量", { computed: true, column: { summary: "sum" } }),
    sums: field.text("合计", { computed: true, max: 400, mask: secret, column: { width: 220 } }),
    baseAmount: field.money("折人民币", {
      unit: "CNY",
      computed: true,
      mask: secret,
      column: { width: 130, summary: "sum" },
    }),
    sourceFile: field.text("来源文件", { max: 200, computed: true, column: { hide: true } }),
    bookedBy: field.ref("入账人", { to: "user", computed: true, column: { hide: true } }),
    bookedTime: field.datetime("入账时间", { computed: true, column: { hide: true } }),
    oldNos: field.text("旧单号", { computed: true, max: 4000, hiddenIn: ["view"] }),
    // What an undoing took out of the ledgers, as it stood there.
    undoneRows: field.json("撤销的流水", { computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    stocks: { label: "期初库存", table: "opening_stock_line", max: MOST, when: ["kind", "stock"], fields: stocks },
    transits: {
      label: "期初在途",
      table: "opening_transit_line",
      max: MOST,
      when: ["kind", "transit"],
      fields: transits,
    },
    purchases: {
      label: "期初采购单",
      table: "opening_purchase_line",
      max: MOST,
      when: ["kind", "purchase"],
      fields: purchases,
    },
    debts: {
      label: "期初应付预付",
      table: "opening_debt_line",
      max: MOST,
      when: ["kind", "payable", "prepaid"],
      fields: debts,
    },
    ...correctionLines(MOST),
  },
  actions: {
    book: {
      label: "入账",
      permission: "confirm",
      next: true,
      from: ["draft"],
      to: "booked",
      confirm: "按期初日记入库存、在途、采购单或应付。",
      batch: true,
    },
    undo: {
      label: "撤销入账",
      permission: "confirm",
      from: ["booked"],
      to: "undone",
      danger: true,
      refusals: { locked: "系统已上线，期初只能用更正单" },
      confirm: "删除本单记入的流水和生成的单据，撤销后请重新录入。",
      input: reason("撤销原因", "请填写撤销原因"),
    },
    ...correctionActions,
  },
  screens: {
    list: "/finance/opening/index",
    ...onePage("/finance/opening/detail"),
    print: "/finance/opening/print",
    titles: { list: "期初单", create: "新建期初单", edit: "编辑期初单", detail: "期初单", print: "打印期初单" },
  },
});
