import { z } from "zod";
import { defineDocument, field, maybeTexts, type Option, texts, unshown } from "../../kit";

/** The lists of payables, as tabs above each of them. */
export const payableTabs = ["ap_entry", "ap_order", "ap_supplier", "ap_ageing", "ap_open", "supplier_refund"] as const;

/** Nobody writes these lists: they are read from the ledger. Buyers see their own suppliers (supply.md D.2). */
export const payableList = {
  module: "finance",
  permission: "finance_ap",
  scopeBy: { user: "buyerId" },
  many: true,
  can: { add: false, edit: false, del: false },
} as const;

export const secret = { computed: true, mask: "purchase_price_view" } as const;

/** The order that a row is about, first in its list. */
export const payableOrder = {
  poNo: field.text("采购单", {
    computed: true,
    names: ["purchaseOrder", "poId"],
    column: { fixed: "left" },
    filter: "prefix",
  }),
};

/** Whom a row is about, and in which currency. */
export const payableParty = {
  supplierId: field.ref("供应商", { to: "supplier", computed: true, column: { width: 150 }, filter: "in" }),
  currency: field.dict("币种", { type: "currency", computed: true, column: { phone: false }, filter: "in" }),
};

/** What lists are searched by and seen by, without a place on them. */
export const payableHidden = {
  supplierText: field.text("供应商名称", { ...unshown }),
  buyerId: field.ref("采购员", { to: "user", ...unshown }),
};

export const hiddenText = (label: string) => field.text(label, { ...unshown });
export const hiddenDay = (label: string) => field.date(label, { ...unshown });

/** How long a debt is overdue (账龄); what waits for its day and what was paid ahead stand apart. */
export const ageBuckets = {
  notDue: { label: "未到期", tone: "grey" },
  d30: { label: "逾期1–30天", tone: "orange" },
  d60: { label: "逾期31–60天", tone: "orange" },
  d90: { label: "逾期61–90天", tone: "red" },
  over90: { label: "逾期90天以上", tone: "red" },
  prepaid: { label: "预付", tone: "blue" },
} as const satisfies Record<string, Option>;

export type AgeBucket = keyof typeof ageBuckets;

const bucketAmounts = {
  notDue: z.string(),
  d30: z.string(),
  d60: z.string(),
  d90: z.string(),
  over90: z.string(),
  prepaid: z.string(),
} satisfies Record<AgeBucket, z.ZodType>;

/** What a supplier is owed, by currency and age, and his statements, as his page is sent them. */
export const supplierPayables = z.object({
  ages: z.array(z.object({ currency: z.string(), total: z.string(), baseTotal: z.string(), ...bucketAmounts })),
  statements: z
    .array(
      z.object({
        ...texts("id", "no", "status", "currency", "fromDate", "toDate"),
        ...maybeTexts("opening", "closing", "difference"),
      }),
    )
    .nullable(),
});
export type SupplierPayables = z.output<typeof supplierPayables>;

/** Buckets of what is overdue. */
export const OVERDUE = "d30,d60,d90,over90";

/** What of an order's debts falls due. */
export const dueStates = {
  overdue: { label: "已逾期", tone: "red" },
  open: { label: "未到期", tone: "orange" },
  waiting: { label: "待质检", tone: "grey" },
  prepaid: { label: "预付", tone: "blue" },
  clear: { label: "无未付", tone: "green" },
} as const satisfies Record<string, Option>;

const of = { supplierId: "supplierId", currency: "currency" };

const bucket = (name: AgeBucket) =>
  field.money(ageBuckets[name].label, {
    currency: "currency",
    ...secret,
    column: { width: 130, summary: "currency", leads: { document: "ap_open", by: of, where: { bucket: name } } },
  });

/** 账龄: what is owed today, by the days for which it is overdue. */
export const apAgeing = defineDocument({
  ...payableList,
  name: "ap_ageing",
  label: "应付账龄",
  table: "ap_ageing_list",
  display: "supplierText",
  keyword: ["supplierText"],
  list: { sort: [{ by: "baseTotal", desc: true }, { by: "id" }] },
  fields: {
    ...payableParty,
    total: field.money("应付余额", {
      currency: "currency",
      ...secret,
      column: { width: 140, summary: "currency", phone: "fact", leads: { document: "ap_entry", by: of } },
    }),
    notDue: bucket("notDue"),
    d30: bucket("d30"),
    d60: bucket("d60"),
    d90: bucket("d90"),
    over90: bucket("over90"),
    prepaid: bucket("prepaid"),
    baseTotal: field.money("应付余额", {
      unit: "CNY",
      ...secret,
      column: { width: 130, summary: "sum", sortable: true },
    }),
    ...payableHidden,
  },
  screens: { list: "/finance/ap/ageing", tabs: payableTabs, titles: { list: "账龄" } },
});
