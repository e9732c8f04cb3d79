import type { RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { dec, r2, requireOpenMonth, today } from "#backend/platform/values";
import type { PayableType } from "#documents/finance/payable-words";
import type { Source } from "../stock/types";

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
    .map((e, n) => ({ n, ...e }));

/** What is owed of an order, or of a supplier without one, in its currency and in CNY. */
interface Balance extends Pick<Debt, "supplierId" | "poId" | "currency"> {
  amount: string;
  base: string;
}

const keyOf = (d: Pick<Debt, "supplierId" | "poId" | "currency">) => `${d.supplierId} ${d.currency} ${d.poId ?? ""}`;

/** Balances of foreign debts whose suppliers are locked, by `keyOf`. */
async function balancesOf(c: RuleContext, rows: readonly Debt[]): Promise<Map<string, Balance>> {
  const foreign = rows.filter((r) => r.currency !== "CNY");
  if (!foreign.length) return new Map();
  const found = await c.sql.query<Balance>(
    `select e.supplier_id as "supplierId", e.po_id as "poId", e.currency,
       sum(e.amount)::text as amount, sum(e.base_amount)::text as base
     from (select distinct * from jsonb_to_recordset($2::jsonb)
         as x("supplierId" bigint, "poId" bigint, currency text)) x
       join ap_entry e on e.supplier_id = x."supplierId" and e.currency = x.currency
         and e.po_id is not distinct from x."poId"
     where e.tenant_id = $1 group by 1, 2, 3`,
    [c.tenantId, JSON.stringify(foreign)],
  );
  return new Map(found.map((b) => [keyOf(b), b]));
}

/**
 * The CNY of each row at the rate of its debt; the one after which nothing is owed takes what roundings
 * left: nothing in a currency is nothing in CNY.
 */
async function withBase<R extends Debt & Entry>(c: RuleContext, rows: readonly R[]) {
  const balances = await balancesOf(c, rows);
  return rows.map((row) => {
    const before = balances.get(keyOf(row));
    const amount = dec(before?.amount).plus(row.amount);
    const owes = dec(before?.base);
    const last = row.currency !== "CNY" && amount.eq(0);
    const base = last ? owes.times(-1).toFixed(2) : r2(dec(row.amount).times(row.rate));
    const { supplierId, poId, currency } = row;
    const now = { amount: amount.toFixed(2), base: owes.plus(base).toFixed(2) };
    balances.set(keyOf(row), { supplierId, poId, currency, ...now });
    return { ...row, base };
  });
}

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
      c.tenantId,
      bizDate,
      source.document,
      source.id,
      source.no,
      c.caller.userId,
      JSON.stringify(await withBase(c, rows)),
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
