import { defineDocument, field, type Lines, onePage, ownStatus, reason } from "../kit";
import { correctionActions, correctionFields, correctionLines } from "./opening-correction";
import { openingFields, openingKinds } from "./opening-lines";

/** Lines that one of them has at most. */
export const MOST_OPENING_LINES = 2000;

const secret = "purchase_price_view";

const linesOf = <const F extends Lines["fields"]>(
  label: string,
  table: string,
  fields: F,
  when: readonly [field: string, ...kinds: string[]],
) => ({ label, table, max: MOST_OPENING_LINES, when, fields });

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
    stocks: linesOf("期初库存", "opening_stock_line", openingFields.stocks, ["kind", "stock"]),
    transits: linesOf("期初在途", "opening_transit_line", openingFields.transits, ["kind", "transit"]),
    purchases: linesOf("期初采购单", "opening_purchase_line", openingFields.purchases, ["kind", "purchase"]),
    debts: linesOf("期初应付预付", "opening_debt_line", openingFields.debts, ["kind", "payable", "prepaid"]),
    platformOrders: linesOf("期初平台订单", "opening_platform_line", openingFields.platformOrders, [
      "kind",
      "platformOrder",
    ]),
    promos: linesOf("期初红人测评", "opening_promo_line", openingFields.promos, ["kind", "promo"]),
    ...correctionLines(MOST_OPENING_LINES),
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
