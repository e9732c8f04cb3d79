import { field, lineRemark, type Option } from "../kit";

/** What a line of 物流账单 is about: names of declarations. */
export const billSources = {
  transfer: { label: "调拨单" },
  cabinet_combination: { label: "组柜单" },
  customs_declaration: { label: "报关单" },
  delivery: { label: "送货单" },
} as const satisfies Record<string, Option>;

export type BillSource = keyof typeof billSources;

const worked = { computed: true, hiddenIn: ["add" as const, "edit" as const] };

/** One fee of one document, as the forwarder bills it. */
export const billLine = {
  sourceType: field.enum({
    ...{ label: "来源", required: true, default: "transfer", options: billSources },
  }),
  sourceNo: field.text({
    ...{ label: "单号", required: true, max: 30 },
    numbersOf: ["transfer", "cabinet_combination", "customs_declaration", "delivery"],
  }),
  feeType: field.dict({ label: "费用", type: "logistics_fee", required: true }),
  amount: field.money({
    ...{ label: "金额", required: true, min: 0.01, currency: "currency", sum: true },
    help: "不含税",
  }),
  taxAmount: field.money({ label: "税额", min: 0, currency: "currency", sum: true }),
  total: field.money({
    ...{ label: "价税合计", computed: true, currency: "currency", sum: true },
    works: "amount + taxAmount",
  }),
  estimate: field.money({ label: "预估", unit: "CNY", ...worked }),
  cost: field.money({ label: "计入成本", unit: "CNY", mask: "stock_cost_view", ...worked }),
  remark: lineRemark(),
  sourceId: field.text({ label: "来源单编号", computed: true, hidden: true }),
} as const;
