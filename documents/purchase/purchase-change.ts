import { z } from "zod";
import { receiving } from "../base/warehouse";
import { defineDocument, field, flowStatus, labelled, lineRemark, onePage, skuLine } from "../kit";

const secret = "purchase_price_view";

const { void: _none, ...states } = flowStatus({ approved: { label: "已生效", tone: "green" } }).values;

const amount = (label: string) =>
  field.money(label, { computed: true, currency: "currency", mask: secret, column: { width: 130 } });
const fee = (label: string) =>
  field.money(label, { min: 0, currency: "currency", mask: secret, help: "不填则不变", hiddenIn: ["view"] });

const told = z.string().nullish();

/** The header of the order as it was; its fees are for who may see prices. */
export const headBefore = z
  .object({ warehouse: told, freight: told, other: told, discount: told, depositRate: told })
  .nullish();

/** What the page of a change is sent besides: the header as it was, what the change does, how far lines can be cut. */
const sends = {
  oldHead: headBefore,
  impact: z.object({
    order: told,
    orderState: told,
    stale: z.boolean(),
    requestedAmount: told,
    paidAmount: told,
    contract: z.object({ id: z.string(), no: z.string(), effect: z.string() }).nullable(),
  }),
  items: z.array(z.object({ bound: z.number() })),
};

/** 采购变更单 (supply.md 3): what an approved order becomes, line by line. */
export const purchaseChange = defineDocument({
  name: "purchase_change",
  label: "变更单",
  module: "purchase",
  menu: { group: "purchase", icon: "edit", sort: 120 },
  number: "BG",
  flow: {},
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "poNo", "supplierText"],
  lookup: { foundBy: ["supplierId", "buyerId"] },
  start: { prefill: { poId: "purchase_order" } },
  list: { tabs: true },
  calls: { sends },
  status: { ...flowStatus(), values: states },
  glance: {
    figures: [{ field: "oldAmount" }, { field: "newAmount" }, { field: "diffAmount" }],
    brief: { amount: "diffAmount" },
  },
  fields: {
    poId: field.ref("采购单", {
      to: "purchase_order",
      required: true,
      readonlyIn: ["edit"],
      help: "供应商或币种变更请作废后重新下单",
      column: true,
    }),
    supplierId: field.ref("供应商", { to: "supplier", computed: true, column: { width: 200 }, filter: "in" }),
    buyerId: field.ref("采购员", { to: "user", computed: true }),
    currency: field.dict("币种", { type: "currency", computed: true }),
    poRevision: field.int("原版次", { computed: true }),
    changeTypes: field.enums("变更类型", {
      computed: true,
      options: labelled({
        qty: "数量",
        price: "单价",
        date: "交期",
        addLine: "增行",
        warehouse: "收货仓",
        fee: "费用",
        settle: "结算",
      }),
      column: { width: 150 },
    }),
    reason: field.longtext("变更原因", { required: true, min: 5, wide: true, column: { width: 200 } }),
    newWarehouseId: field.ref("变更后收货仓", {
      to: "warehouse",
      only: receiving,
      help: "不选则不变",
      section: "表头变更",
      hiddenIn: ["view"],
    }),
    newFreight: fee("变更后运费"),
    newOther: fee("变更后其他费"),
    newDiscount: fee("变更后折扣"),
    newDepositRate: field.percent("变更后预付比例%", { min: 0, max: 100, help: "不填则不变", hiddenIn: ["view"] }),
    oldAmount: amount("变更前金额"),
    newAmount: amount("变更后金额"),
    diffAmount: amount("差额"),
    diffBase: field.money("差额", { unit: "CNY", computed: true, mask: secret, column: { summary: "sum" } }),
    oldHead: field.json("变更前表头", { computed: true, hiddenIn: ["view"] }),
    poNo: field.text("采购单号", { computed: true, hiddenIn: ["view"] }),
    supplierText: field.text("供应商名称", { computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "变更明细",
      table: "purchase_change_line",
      fields: {
        poLineId: field.line("采购明细", { table: "purchase_order_line", hidden: true }),
        ...skuLine(),
        skuId: field.ref("SKU", { to: "sku", help: "增行时填写" }),
        oldQty: field.int("原数量", { computed: true, sum: true }),
        newQty: field.int("变更后数量", { required: true, min: 0, sum: true }),
        oldPrice: field.decimal("原单价", { computed: true, currency: "currency", mask: secret }),
        newPrice: field.decimal("变更后单价", {
          required: true,
          min: 0,
          mask: secret,
          currency: "currency",
          startsAs: "oldPrice",
        }),
        oldTaxRate: field.percent("原税率%", { computed: true, later: true }),
        newTaxRate: field.percent("变更后税率%", { min: 0, max: 100 }),
        oldExpectDate: field.date("原交期", { computed: true }),
        newExpectDate: field.date("变更后交期"),
        remark: lineRemark(),
      },
    },
  },
  screens: {
    list: "/pochange/index",
    ...onePage("/pochange/edit"),
    titles: { list: "采购变更单", edit: "采购变更编辑" },
  },
});
