import type { RuleContext } from "#backend/engine/documents";
import { lockAdvisory } from "#backend/platform/db";
import { dec, r2, requireOpenMonth } from "#backend/platform/values";
import type { PlatType } from "#documents/finance/receivable/words";
import type { Source } from "../stock/types";

/** Whose receivable it is. */
export interface PlatAbout {
  storeId: string;
  currency: string;
  /** CNY per unit of the currency. */
  rate: string;
}

export interface PlatChange {
  type: PlatType;
  /** In the currency; positive: the platform owes us more. */
  amount: string;
}

interface PlatBalance {
  amount: string;
  base: string;
}

/** What is owed now; its lock is held. */
const balanceOf = async ({ sql, tenantId }: RuleContext, { storeId, currency }: PlatAbout): Promise<PlatBalance> =>
  (await sql.one<PlatBalance>(
    `select balance::text as amount, base_balance::text as base from plat_account
     where tenant_id = $1 and store_id = $2 and currency = $3`,
    [tenantId, storeId, currency],
  )) ?? { amount: "0", base: "0" };

/**
 * The CNY of each entry; the one after which nothing is owed takes what roundings left: nothing in a
 * currency is nothing in CNY.
 */
function withBase(entries: readonly PlatChange[], before: PlatBalance, rate: string) {
  let [amount, base] = [dec(before.amount), dec(before.base)];
  return entries.map((entry, n) => {
    amount = amount.plus(entry.amount);
    const own = amount.eq(0) ? base.times(-1).toFixed(2) : r2(dec(entry.amount).times(rate));
    base = base.plus(own);
    return { n, ...entry, base: own };
  });
}

/**
 * Adds entries to what a platform owes a store in a currency (figures.md D.3). Those that post to one
 * account wait for each other; its balance follows by a trigger. Entries of 0 are left out.
 * @throws Refusal 409 {yyyy-MM}已关账
 */
export async function postPlat(
  c: RuleContext,
  source: Source,
  about: PlatAbout,
  entries: readonly PlatChange[],
  bizDate: string,
): Promise<void> {
  const changes = entries.filter((e) => !dec(e.amount).eq(0));
  if (!changes.length) return;
  await requireOpenMonth(c, bizDate);
  await lockAdvisory(c.sql, "platAccount", `${c.tenantId} ${about.storeId} ${about.currency}`);
  const rows = withBase(changes, await balanceOf(c, about), about.rate);
  await c.sql.query(
    `insert into plat_entry (tenant_id, store_id, currency, amount, base_amount, biz_type, biz_date,
       biz_document, biz_id, biz_no, create_by)
     select $1, $2, $3, x.amount, x.base, x.type, $4, $5, $6, $7, $8
     from jsonb_to_recordset($9::jsonb) as x(n int, type text, amount numeric, base numeric) order by x.n`,
    [
      c.tenantId,
      about.storeId,
      about.currency,
      bizDate,
      source.document,
      source.id,
      source.no,
      c.caller.userId,
      JSON.stringify(rows),
    ],
  );
}
