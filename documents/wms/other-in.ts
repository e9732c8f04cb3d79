import {
  defineDocument,
  field,
  flowStatus,
  labelled,
  lineRemark,
  onePage,
  reason,
  skuLine,
  voidAction,
  worked,
} from "../kit";

/** Where a document outside purchasing and transfers stands once its goods moved. */
export const otherStates = (approved: string, done: string) => ({
  approved: { label: approved, tone: "blue" as const },
  done: { label: done, tone: "green" as const },
  reversed: { label: "已撤销", tone: "red" as const },
});

/** Pieces of a line by bucket; together at least one. */
const pieces = () => ({
  goodQty: field.int("良品", { required: true, min: 0, default: 0, sum: true }),
  badQty: field.int("次品", { required: true, min: 0, default: 0, sum: true }),
});

const cost = { unit: "CNY", mask: "stock_cost_view" } as const;

/** One line of goods that come in: their cost is said, or that of the pool. */
export const otherInLine = () => ({
  ...skuLine(),
  ...pieces(),
  unitCost: field.decimal("单位成本", { scale: 6, min: 0, ...cost, help: "不填则为库存单位成本" }),
  amount: field.money("金额", { ...cost, ...worked, sum: true }),
  binCode: field.text("库位", { max: 20 }),
  remark: lineRemark(),
});

/** One line of goods that leave: their cost is that of the pool when they do. */
export const otherOutLine = () => ({
  ...skuLine(),
  ...pieces(),
  salePrice: field.money("售价", { unit: "CNY", min: 0, help: "线下销售必填" }),
  unitCost: field.decimal("单位成本", { scale: 6, ...cost, ...worked }),
  amount: field.money("成本", { ...cost, ...worked, sum: true }),
  remark: lineRemark(),
});

/** 其他入库单 (supply.md 4): goods that come in without an order. */
export const otherIn = defineDocument({
  name: "other_in",
  label: "其他入库单",
  module: "wms",
  menu: { group: "warehouse", icon: "inbox", sort: 60 },
  number: "QR",
  flow: { amount: "amount" },
  keyword: ["no", "skuCodes", "sourceNo"],
  exports: { lines: "items" },
  list: { tabs: true, bulk: ["bizDate", "remark"] },
  status: flowStatus(otherStates("待入库", "已入库")),
  glance: {
    figures: [{ field: "amount" }, { field: "totalQty" }, { field: "confirmTime" }],
    brief: { amount: "amount", qty: "totalQty", date: "confirmTime" },
    queues: [{ label: "待入库", where: { status: "approved" }, permission: "confirm", about: "skuCodes" }],
  },
  fields: {
    inType: field.enum("入库类型", {
      required: true,
      options: labelled({
        gain: "盘盈",
        gift: "赠品",
        sampleBack: "样品归还",
        opening: "期初",
        customerReturn: "客户退回",
        adjust: "调整",
      }),
      column: true,
      filter: "in",
    }),
    warehouseId: field.ref("仓库", { to: "warehouse", required: true, column: true, filter: "in" }),
    bizDate: field.date("业务日期", { help: "不填则为今天", column: { sortable: true, hide: true }, filter: "range" }),
    sourceNo: field.text("来源单号", { max: 50, column: { hide: true } }),
    supplierId: field.ref("供应商", { to: "supplier", help: "赠品必填" }),
    reason: field.longtext("入库原因", { max: 500, help: "盘盈和调整必填", wide: true }),
    skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"], column: { width: 180, hide: true } }),
    totalQty: field.int("数量", { computed: true, column: { summary: "sum" } }),
    amount: field.money("金额", { unit: "CNY", computed: true, mask: "stock_cost_view", column: { summary: "sum" } }),
    confirmTime: field.datetime("入库时间", { computed: true, column: { hide: true } }),
  },
  lines: {
    items: { label: "入库明细", table: "other_in_line", required: "请至少添加一条明细", fields: otherInLine() },
  },
  actions: {
    confirm: {
      label: "确认入库",
      next: true,
      from: ["approved"],
      to: "done",
      confirm: "货物已在仓库，计入库存。",
      batch: true,
    },
    reverse: {
      label: "撤销入库",
      from: ["done"],
      to: "reversed",
      danger: true,
      confirm: "按入库时的金额从库存中冲回，撤销后不能恢复。",
      input: reason("撤销原因", "请填写撤销原因"),
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/otherInStock/index",
    ...onePage("/otherInStock/create"),
    print: "/otherInStock/print",
    titles: { create: "新建其他入库" },
  },
});
