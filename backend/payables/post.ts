import type { PayableType } from "#documents/finance/payable-words";
import { lockIds } from "../db/locks";
import type { RuleContext } from "../documents/rules";
import type { Source } from "../stock/types";
import { today } from "../values/calendar";
import { dec, r2 } from "../values/money";
import { requireOpenMonth } from "../values/open-month";

/** The order, or the supplier alone, that an entry is about. */
export interface Debt {
  supplierId: string;
  poId: string | null;
  currency: string;
  /** CNY per unit of the currency. */
  rate: string;
}

export interface Entry {
  type: PayableType;
  /** In the order's currency; positive: we owe more. */
  amount: string;
  lineId?: string | null;
}

/** What is entered of one debt. */
export interface Owed extends Debt {
  entries: readonly Entry[];
}

/** Entries as rows in their order; those of 0 are left out. */
const rowsOf = (owed: readonly Owed[]) =>
  owed
    .flatMap(({ entries, ...debt }) => entries.map((e) => ({ ...debt, ...e })))
    .filter((e) => Number(e.amount) !== 0)
    .map((e, n) => ({ n, ...e, base: r2(dec(e.amount).times(e.rate)) }));

/**
 * Adds entries to the payables ledger (supply.md 6.0) and keeps the running balances of the orders, which
 * are locked; the suppliers are locked here. Balances of accounts, months and due days follow by a trigger.
 * Entries of 0 are left out. `bizDate`: that of the document that makes them.
 * @throws Refusal 409 {yyyy-MM}已关账
 */
export async function postAll(
  c: RuleContext,
  source: Source,
  owed: readonly Owed[],
  bizDate: string = today(),
): Promise<void> {
  const rows = rowsOf(owed);
  if (!rows.length) return;
  await requireOpenMonth(c, bizDate);
  await lockIds(
    c.sql,
    "supplier",
    rows.map((r) => r.supplierId),
  );
  await c.sql.query(
    `insert into ap_entry (tenant_id, supplier_id, po_id, currency, amount, base_amount, balance,
       biz_type, biz_date, biz_document, biz_id, biz_no, biz_line_id, create_by, due_date)
     select $1, x."supplierId", x."poId", x.currency, x.amount, x.base,
       coalesce((select e.balance from ap_entry e where e.po_id = x."poId" order by e.id desc limit 1), 0)
         + sum(x.amount) over (partition by x."supplierId", x.currency, x."poId" order by x.n),
       x.type, $2, $3, $4, $5, x."lineId", $6,
       ap_entry_due(x.type, x."supplierId", x."poId", x."lineId", $2)
     from jsonb_to_recordset($7::jsonb) as x(n int, "supplierId" bigint, "poId" bigint,
       currency text, type text, amount numeric, base numeric, "lineId" bigint)
     order by x.n`,
    [
      ...[c.tenantId, bizDate, source.document, source.id, source.no, c.caller.userId],
      JSON.stringify(rows),
    ],
  );
}

/** The same of one debt. */
export const postPayables = (
  c: RuleContext,
  source: Source,
  debt: Debt,
  entries: readonly Entry[],
  bizDate?: string,
): Promise<void> => postAll(c, source, [{ ...debt, entries }], bizDate);
