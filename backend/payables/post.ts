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

/**
 * Adds entries to the payables ledger (supply.md 6.0) and keeps the running balance of the order, which
 * is locked; the supplier is locked here. Balances of accounts, months and due days follow by a trigger.
 * Entries of 0 are left out. `bizDate`: that of the document that makes them.
 * @throws Refusal 409 {yyyy-MM}已关账
 */
export async function postPayables(
  c: RuleContext,
  source: Source,
  debt: Debt,
  entries: readonly Entry[],
  bizDate: string = today(),
): Promise<void> {
  const real = entries.filter((e) => Number(e.amount) !== 0);
  if (!real.length) return;
  await requireOpenMonth(c, bizDate);
  await lockIds(c.sql, "supplier", [debt.supplierId]);
  const last = await c.sql.one<{ balance: string }>(
    `select balance::text as balance from ap_entry where po_id = $1 order by id desc limit 1`,
    [debt.poId],
  );
  let balance = dec(last?.balance);
  const rows = real.map((e, i) => {
    balance = balance.plus(e.amount);
    return {
      n: i,
      ...e,
      base: r2(dec(e.amount).times(debt.rate)),
      balance: balance.toFixed(2),
    };
  });
  await c.sql.query(
    `insert into ap_entry (tenant_id, supplier_id, po_id, currency, amount, base_amount, balance,
       biz_type, biz_date, biz_document, biz_id, biz_no, biz_line_id, create_by, due_date)
     select $1, $2, $3, $4, x.amount, x.base, x.balance, x.type, $5, $6, $7, $8, x."lineId", $9,
       ap_entry_due(x.type, $2, $3, x."lineId", $5)
     from jsonb_to_recordset($10::jsonb)
       as x(n int, type text, amount numeric, base numeric, balance numeric, "lineId" bigint)
     order by x.n`,
    [
      ...[c.tenantId, debt.supplierId, debt.poId, debt.currency, bizDate],
      ...[source.document, source.id, source.no, c.caller.userId],
      JSON.stringify(rows),
    ],
  );
}
