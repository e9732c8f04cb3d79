import { patch, pick, type RuleContext } from "#backend/engine/documents";
import { dec } from "#backend/platform/values";
import { settlement } from "#documents/finance/settlement/settlement";
import { feeTypesOf } from "./fee-types";

type Triple = { transactionType: string; amountType: string; amountDescription: string };

/** Lines mean what 费用归类 says now. */
export async function classify({ sql, tenantId }: RuleContext, id: string): Promise<void> {
  const meaning = await feeTypesOf(sql, tenantId);
  const kinds = await sql.query<Triple>(
    `select distinct transaction_type as "transactionType", amount_type as "amountType",
       amount_description as "amountDescription"
     from settlement_line where settlement_id = $1 and del_flag = 0`,
    [id],
  );
  await sql.query(
    `update settlement_line l set fee_name = x.name, category = x.category, measure = x.measure
     from jsonb_to_recordset($2::jsonb) as x("transactionType" text, "amountType" text,
       "amountDescription" text, name text, category text, measure text)
     where l.settlement_id = $1 and l.transaction_type = x."transactionType" and l.amount_type = x."amountType"
       and l.amount_description = x."amountDescription"
       and (l.fee_name, l.category, l.measure) is distinct from (x.name, x.category, x.measure)`,
    [id, JSON.stringify(kinds.map((kind) => ({ ...meaning(kind), ...kind })))],
  );
}

const SUMS = `
  insert into settlement_sum (tenant_id, settlement_id, line_no, sum_store_id, category, fee_name, said, measure,
    count, amount)
  select $2, $1, row_number() over (order by array_position($3::text[], category), store_id, fee_name, said), store_id,
    category, fee_name, said, measure, n, amount
  from (
    select store_id, category, fee_name, transaction_type || ' / ' || amount_type || ' / ' || amount_description as said,
      measure, count(*)::int as n, sum(amount) as amount
    from settlement_line where settlement_id = $1 and del_flag = 0 group by 1, 2, 3, 4, 5) x`;

/** What stands in its lines, by what they are about. */
const FIGURES = `
  select coalesce(sum(amount), 0)::text as "lineTotal", count(*)::int as "lineCount",
    coalesce(sum(amount) filter (where category = 'reserve'), 0)::text as "reserveAmount",
    (count(*) filter (where category = 'unknown'))::int as "unknownCount",
    coalesce(sum(amount) filter (where category = 'unknown'), 0)::text as "unknownAmount",
    coalesce(sum(amount) filter (where category = 'ads'), 0)::text as "adCharge",
    (select count(distinct (store_id, msku))::int from settlement_line
     where settlement_id = $1 and del_flag = 0 and msku is not null and fact_sku = '*') as "unmappedCount"
  from settlement_line where settlement_id = $1 and del_flag = 0`;

/** Fees of its orders: what was expected of those of which something was, and what they are (figures.md D.1); nothing: null. */
const FEES = `
  with expected as (
    select s.store_id, s.source_no as order_no, s.seller_sku, sum(s.amount) as amount
    from fact_source s
    where s.source_type = 'platformOrder' and s.column_name in ('platform_fee', 'fulfill_fee')
      and (s.store_id, s.source_no) in (select store_id, order_no from settlement_line
        where settlement_id = $1 and transaction_type = 'Order' and del_flag = 0)
    group by 1, 2, 3 having sum(s.amount) <> 0)
  select sum(e.amount)::text as expected,
    (select -sum(l.amount) from settlement_line l join expected x
        on x.store_id = l.store_id and x.order_no = l.order_no and x.seller_sku = l.fact_sku
      where l.settlement_id = $1 and l.transaction_type = 'Order' and l.category = 'fee' and l.del_flag = 0)::text
      as actual
  from expected e`;

async function feesOf({ sql }: RuleContext, id: string) {
  const fees = await sql.one<{ expected: string | null; actual: string | null }>(FEES, [id]);
  if (!fees?.expected) return { feeExpected: null, feeActual: null, diffAmount: null };
  const { expected, actual } = fees;
  return { feeExpected: expected, feeActual: actual, diffAmount: dec(actual).minus(expected).toFixed(2) };
}

/** Works out again what a settlement says of itself, and its sums. */
export async function recount(c: RuleContext, id: string): Promise<void> {
  const { sql, tenantId } = c;
  const order = Object.keys(settlement.lines.sums.fields.category.options);
  await sql.query("delete from settlement_sum where settlement_id = $1", [id]);
  await sql.query(SUMS, [id, tenantId, order]);
  const figures = await sql.one<
    Record<"lineTotal" | "reserveAmount" | "unknownAmount" | "adCharge", string> &
      Record<"lineCount" | "unknownCount" | "unmappedCount", number>
  >(FIGURES, [id]);
  const row = await pick(c, settlement, id, ["totalAmount", "status"]);
  if (!figures || !row) return;
  await patch(c, settlement, id, {
    ...figures,
    activityAmount: dec(row.totalAmount).minus(figures.reserveAmount).toFixed(2),
    // Estimates give way to what is posted: what they were stays as it was compared.
    ...(row.status !== "posted" && (await feesOf(c, id))),
  });
}
