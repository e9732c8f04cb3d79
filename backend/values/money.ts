import Big from "big.js";
import type { Sql } from "../db/sql";
import { conflict } from "../http/refusal";

type Num = string | number | Big | null | undefined;

/** Exact decimal of a wire value; nothing counts as 0. */
export const dec = (v: Num): Big => new Big(v === null || v === undefined || v === "" ? 0 : v);

/** Rounds half away from zero (supply.md 0.7) and answers the text with that many decimals. */
export const round = (v: Num, scale: number): string =>
  dec(v).round(scale, Big.roundHalfUp).toFixed(scale);

export const r2 = (v: Num) => round(v, 2);
export const r4 = (v: Num) => round(v, 4);

/** Exact sum as text with `scale` decimals. */
export const sum = (values: readonly Num[], scale = 2): string =>
  values.reduce<Big>((total, v) => total.plus(dec(v)), new Big(0)).toFixed(scale);

/**
 * Amounts of one line (supply.md 0.7): price is tax-exclusive, taxRate a percentage. `scale`: decimals
 * of the currency.
 */
export function lineAmounts(qty: Num, price: Num, taxRate: Num, scale = 2) {
  const net = dec(qty).times(dec(price));
  const factor = dec(taxRate).div(100).plus(1);
  const amountExclTax = round(net, scale);
  const amount = round(net.times(factor), scale);
  return {
    amountExclTax,
    amount,
    taxAmount: dec(amount).minus(amountExclTax).toFixed(2),
    priceInclTax: r4(dec(price).times(factor)),
  };
}

/**
 * A fee over lines by weights (supply.md 0.7): each line its rounded part, the last one the remainder.
 * Weights of 0 altogether: the last line takes it all.
 */
export function allocate(fee: Num, weights: readonly Num[], scale = 2): string[] {
  const total = dec(sum(weights, 6));
  const parts = weights
    .slice(0, -1)
    .map((w) => (total.eq(0) ? round(0, scale) : round(dec(fee).times(dec(w)).div(total), scale)));
  return weights.length
    ? [
        ...parts,
        dec(fee)
          .minus(dec(sum(parts, scale)))
          .toFixed(scale),
      ]
    : [];
}

/** Decimals of a currency (supply.md 0.7): its dictionary item says `scale=0`; 2 unless it does. */
export async function scaleOf(
  { sql, tenantId }: { sql: Sql; tenantId: string },
  currency: unknown,
): Promise<number> {
  const item = await sql.one<{ remarks: string | null }>(
    `select remarks from sys_dict_item
     where tenant_id = $1 and dict_type = 'currency' and value = $2 and del_flag = 0`,
    [tenantId, currency],
  );
  return Number(/(?:^|;)scale=(\d)(?:;|$)/.exec(item?.remarks ?? "")?.[1] ?? 2);
}

/** Today in Asia/Shanghai, yyyy-MM-dd (supply.md 0.8). */
export const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/**
 * CNY per unit of a currency on a business date (supply.md C.1).
 * @throws Refusal 缺少{currency}在{date}的汇率
 */
export async function rateOf(
  sql: Sql,
  tenantId: string,
  currency: string,
  date: string = today(),
): Promise<string> {
  if (currency === "CNY") return "1.00000000";
  const row = await sql.one<{ rate: string }>(
    `select coalesce(my_rate, official_rate)::text as rate from exchange_rate
     where tenant_id = $1 and currency = $2 and effective_date <= $3 and del_flag = 0
     order by effective_date desc limit 1`,
    [tenantId, currency, date],
  );
  if (!row) throw conflict(`缺少${currency}在${date}的汇率`);
  return row.rate;
}
