import type { Sql } from "../../../db/sql";
import { sharedQuery } from "../../shared-query";
import { firstDay, type Month } from "../asked/months";

/**
 * Answers whether the facts reach back over all of these months. A span that began before them is no
 * whole one: what is compared with it would look like growth.
 */
export async function historyOf(sql: Sql): Promise<(months: Month[]) => boolean> {
  const text = "select min(month) as since from fact_trade_month";
  const [found] = await sharedQuery<{ since: string | null }>(sql, { text, values: [] });
  const since = found?.since;
  return ([first]) => Boolean(since && first && firstDay(first) >= since);
}
