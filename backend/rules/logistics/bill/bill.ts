import type { DraftOf, RowOf } from "#documents/kit";
import { logisticsBill } from "#documents/logistics/logistics-bill";
import { link } from "../../../documents/around/chain";
import type { RuleContext, Values } from "../../../documents/rules";
import { rules, type SourcesOf, transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { postPayables } from "../../../payables/post";
import { today } from "../../../values/calendar";
import { dec, r2, sum } from "../../../values/money";
import { closedMonth } from "../../../values/open-month";
import { param } from "../../../values/params";
import { rateOf } from "../../../values/rates";
import { bearBill, unbearBill } from "./cost";
import { billSource } from "./delivery-cost";
import { billedBefore, requireReady, requireRemarks, sameBill } from "./guards";
import { fillSources, sourcesOf } from "./sources";

type Row = RowOf<typeof logisticsBill>;
type Draft = DraftOf<typeof logisticsBill>;

const PAYEES = ["logistics", "customs"];

/** The payee carries goods or clears them. @throws Refusal 400 */
async function requirePayee({ sql, tenantId }: RuleContext, supplierId: string | null | undefined) {
  const supplier = await sql.one<{ type: string; status: string }>(
    "select supplier_type as type, status from supplier where id = $1 and tenant_id = $2",
    [supplierId ?? null, tenantId],
  );
  if (supplier && !PAYEES.includes(supplier.type))
    throw invalidAt("supplierId", "收款方须为物流商或报关行");
}

async function defaultCompany({ sql, tenantId }: RuleContext): Promise<string | null> {
  const code = await param(sql, tenantId, "default_pay_company");
  const company = await sql.one<{ id: string }>(
    "select id from company where tenant_id = $1 and code = $2 and del_flag = 0",
    [tenantId, code],
  );
  return company?.id ?? null;
}

/** Amounts of lines and header, at the rate of the bill's day. */
async function reckon(c: RuleContext, whole: Draft) {
  const lines = whole.items ?? [];
  for (const line of lines) line.total = sum([line.amount, line.taxAmount]);
  const totalAmount = sum(lines.map((l) => l.total));
  const rate = await rateOf(c.sql, c.tenantId, whole.currency ?? "CNY", whole.billDate ?? today());
  return {
    ...{ rate, totalAmount, baseAmount: r2(dec(totalAmount).times(rate)) },
    amount: sum(lines.map((l) => l.amount)),
    taxAmount: sum(lines.map((l) => l.taxAmount)),
  };
}

const submit = transition(logisticsBill, "submit", {
  lock: async (c, row) => ({
    sources: await sourcesOf(c, row.items),
    before: await billedBefore(c, row),
    same: await sameBill(c, row),
    closed: await closedMonth(c, row.billDate),
    rate: await rateOf(c.sql, c.tenantId, row.currency, row.billDate),
  }),
  guard({ row, sources, before, same, closed, rate }) {
    requireReady(row, sources);
    requireRemarks(row, rate, before);
    return closed ?? same;
  },
  async effect(c, { row, rate }) {
    await c.sql.query(
      `update logistics_bill set rate = $2, base_amount = round(total_amount * $2, 2) where id = $1`,
      [row.id, rate],
    );
  },
});

/** One entry per line; they fall due by the terms of the payee. */
const enter = (c: RuleContext, row: Row, sign: 1 | -1, bizDate: string) =>
  postPayables(
    c,
    billSource(row),
    { supplierId: row.supplierId, poId: null, currency: row.currency, rate: row.rate ?? "1" },
    row.items.map((l) => ({
      ...{ type: "fee", lineId: l.id, amount: dec(l.total).times(sign).toFixed(2) },
    })),
    bizDate,
  );

const approved = transition(logisticsBill, "approved", {
  async effect(c, { row }) {
    await bearBill(c, row);
    await c.sql.query(
      "update logistics_bill set due_date = ap_due_date(supplier_id, null, bill_date) where id = $1",
      [row.id],
    );
    await enter(c, row, 1, row.billDate);
  },
});

const voided = transition(logisticsBill, "void", {
  lock: async (c, row) => ({ closed: await closedMonth(c, row.billDate) }),
  guard: ({ row }) => dec(row.requestedAmount).gt(0) && "已请款，不能作废",
  async effect(c, { row, closed }) {
    await unbearBill(c, row);
    await enter(c, row, -1, closed ? today() : row.billDate);
  },
});

const toRequest = transition(logisticsBill, "toRequest", {
  guard: ({ row }) => dec(row.requestedAmount).gte(row.totalAmount) && "已全部请款",
});

/** A bill for transfers or deliveries that its maker may read: one line for each. */
async function prefill(
  { sql }: RuleContext,
  { transferIds = [], deliveryIds = [] }: SourcesOf<typeof logisticsBill>,
): Promise<Values> {
  const rows = await sql.query<{ sourceType: string; sourceNo: string }>(
    `select 'transfer' as "sourceType", no as "sourceNo" from transfer where id = any($1::bigint[])
     union all select 'delivery', no from delivery where id = any($2::bigint[])`,
    [transferIds, deliveryIds],
  );
  return { billDate: today(), items: rows.map((r) => ({ ...r, feeType: "freight" })) };
}

/** 物流账单 (supply.md F.3). */
export const logisticsBillRules = rules(logisticsBill, {
  expressions: {
    openAmount: `case when t.status = 'approved'
      then t.total_amount - coalesce(t.requested_amount, 0) end`,
    askState: `case when t.status = 'approved' then
      case when t.total_amount > coalesce(t.requested_amount, 0) then 'open' else 'asked' end end`,
  },
  prefill,
  async beforeSave(c, next, before) {
    const lines = next.items ?? before?.items.map((l) => ({ ...l })) ?? [];
    const whole: Draft = { ...before, ...next, items: lines };
    await requirePayee(c, whole.supplierId);
    if (whole.billDate && whole.billDate > today())
      throw invalidAt("billDate", "账单日期不能晚于今天");
    whole.companyId ??= await defaultCompany(c);
    if (!whole.companyId) throw conflict("请选择付款主体");
    const known = new Set(before?.items.map((l) => `${l.sourceType}/${l.sourceId}`));
    await fillSources(c, lines, known);
    Object.assign(next, await reckon(c, whole), {
      ...{ items: lines, companyId: whole.companyId },
      sourceNos: [...new Set(lines.map((l) => l.sourceNo))].join(" "),
    });
  },
  async afterSave(c, id, { items = [] }) {
    for (const { sourceType, sourceId } of items)
      if (sourceType && sourceId)
        await link(c, { type: sourceType, id: sourceId }, { type: "logistics_bill", id });
  },
  transitions: [submit, approved, voided, toRequest],
});
