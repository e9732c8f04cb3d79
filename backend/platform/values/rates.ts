import type { Sql } from "../db/sql";
import { conflict } from "../http/refusal";
import { today } from "./calendar";

interface RatePlace {
  sql: Sql;
  tenantId: string;
}

/** Name and decimals of a currency (supply.md 0.7): its dictionary item says `scale=0`; 2 unless it does. */
export async function currencyOf(
  { sql, tenantId }: RatePlace,
  currency: unknown,
): Promise<{ label: string; scale: number }> {
  const item = await sql.one<{ label: string; remarks: string | null }>(
    `select label, remarks from sys_dict_item
     where tenant_id = $1 and dict_type = 'currency' and value = $2 and del_flag = 0`,
    [tenantId, currency],
  );
  const scale = Number(/(?:^|;)scale=(\d)(?:;|$)/.exec(item?.remarks ?? "")?.[1] ?? 2);
  return { label: item?.label ?? String(currency), scale };
}

/** Decimals of a currency. */
export const scaleOf = async (c: RatePlace, currency: unknown): Promise<number> =>
  (await currencyOf(c, currency)).scale;

/**
 * CNY per unit of a currency on a business date (supply.md C.1).
 * @throws Refusal 缺少{currency}在{date}的汇率
 */
export async function rateOf(sql: Sql, tenantId: string, currency: string, date: string = today()): Promise<string> {
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
