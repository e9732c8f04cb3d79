import type { RuleContext } from "../../../documents/rules";

/** A supplier in one currency over some days. */
export interface Period {
  supplierId: string;
  currency: string;
  fromDate: string;
  toDate: string;
}

export interface PeriodFigures {
  opening: string;
  added: string;
  returned: string;
  paid: string;
  refunded: string;
  closing: string;
  entryCount: number;
}

/** SQL of what was owed to supplier `$1` in currency `$2` at the end of a day. */
const owedAt = (day: string) =>
  `coalesce((select ap_balance_at(a.id, ${day}) from ap_account a
     where a.supplier_id = $1 and a.currency = $2), 0.00)`;

const values = ({ supplierId, currency, fromDate, toDate }: Period) => [
  ...[supplierId, currency, fromDate, toDate],
];

/** What was owed before the period, what changed in it by kind, what is owed after it. */
export async function figuresOf({ sql }: RuleContext, period: Period): Promise<PeriodFigures> {
  const row = await sql.one<PeriodFigures>(
    `select ${owedAt("$3::date - 1")}::text as opening, ${owedAt("$4::date")}::text as closing,
       ${["added", "returned", "paid", "refunded"]
         .map(
           (kind) =>
             `coalesce(sum(e.amount) filter (where ap_group(e.biz_type) = '${kind}'), 0.00)::text as ${kind}`,
         )
         .join(", ")}, count(e.id)::int as "entryCount"
     from ap_entry e where e.supplier_id = $1 and e.currency = $2 and e.biz_date between $3 and $4`,
    values(period),
  );
  if (!row) throw new Error("an aggregate always answers");
  return row;
}

/** Writes the entries of a period as the lines of a statement, each with the balance after it. */
export async function writeStatement(
  { sql, tenantId }: RuleContext,
  id: string,
  period: Period,
  opening: string,
): Promise<void> {
  await sql.query("delete from supplier_statement_line where supplier_statement_id = $1", [id]);
  await sql.query(
    `insert into supplier_statement_line (tenant_id, supplier_statement_id, line_no, biz_date,
       biz_type, po_id, biz_document, biz_id, biz_no, due_date, amount, balance, entry_id)
     select $5, $6, row_number() over o, e.biz_date, e.biz_type, e.po_id, e.biz_document,
       e.biz_id::text, e.biz_no, e.due_date, e.amount, $7::numeric + sum(e.amount) over o, e.id::text
     from ap_entry e
     where e.supplier_id = $1 and e.currency = $2 and e.biz_date between $3 and $4
     window o as (order by e.biz_date, e.id)`,
    [...values(period), tenantId, id, opening],
  );
}

/** Entries that came into the period, or before it, after the statement was fixed. */
export const laterEntries = (
  { sql }: RuleContext,
  { lastEntry, supplierId, currency, toDate }: Period & { lastEntry: string },
) =>
  sql.query<Record<string, unknown>>(
    `select e.biz_date as "bizDate", e.biz_type as "bizType", e.po_id as "poId", o.no as "poNo",
       e.biz_document as "bizDocument", e.biz_id as "bizId", e.biz_no as "bizNo",
       e.amount::text as amount
     from ap_entry e left join purchase_order o on o.id = e.po_id
     where e.supplier_id = $1 and e.currency = $2 and e.biz_date <= $3 and e.id > $4
     order by e.biz_date, e.id limit 200`,
    [supplierId, currency, toDate, lastEntry],
  );
