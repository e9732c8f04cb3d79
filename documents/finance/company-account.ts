import { z } from "zod";
import { defineDocument, field } from "../kit";

const told = (label: string) => field.money(label, { currency: "currency", computed: true, column: { width: 130 } });

/** What was paid from an account in a month. */
const month = z.object({ month: z.string(), count: z.number(), amount: z.string(), fee: z.string() });
export type AccountMonth = z.output<typeof month>;

/** Bank accounts of our companies as payments choose them, with what was paid from each. */
export const companyAccount = defineDocument({
  name: "company_account",
  label: "公司账户",
  module: "finance",
  api: "/finance/account",
  table: "company_account_list",
  permission: "finance_company",
  scopeBy: undefined,
  display: "label",
  lookup: { typedFilter: true, facts: { words: ["bankName"], figures: ["currency"] } },
  keyword: ["label"],
  list: { sort: [{ by: "id" }] },
  calls: { sends: { months: z.array(month) } },
  can: { add: false, edit: false, del: false, export: false },
  fields: {
    label: field.text("账户", { computed: true, column: { width: 290, fixed: "left" } }),
    companyId: field.ref("公司主体", { to: "company", computed: true, filter: "in" }),
    bankName: field.text("开户行", { computed: true }),
    currency: field.dict("币种", { type: "currency", computed: true, column: true, filter: "in" }),
    usable: field.enum("启用", {
      computed: true,
      column: true,
      filter: "in",
      options: { yes: { label: "启用", tone: "green" }, no: { label: "停用", tone: "grey" } },
    }),
    paidMonth: told("本月已付"),
    paidLastMonth: told("上月已付"),
    paidTotal: { ...told("累计已付"), column: { width: 140, summary: "currency" } },
    feeTotal: told("累计手续费"),
    paidCount: field.int("付款笔数", { computed: true, column: { summary: "sum" } }),
    months: field.json("每月付款", { computed: true, virtual: true, hiddenIn: ["view"] }),
  },
  related: {
    payments: { label: "付款单", document: "payment", by: { payerAccountId: "id" } },
    oaPayments: { label: "OA付款单", document: "oa_payment", by: { payerAccountId: "id" } },
  },
  screens: {
    list: "/finance/account/index",
    detail: "/finance/account/detail",
    tabs: ["company", "company_account"],
    titles: { list: "账户付款", detail: "账户付款" },
  },
});
