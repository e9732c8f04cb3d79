import type { Sql } from "../../db/sql";
import type { Periods } from "./filter";
import type { Row } from "./ranking";

/** Adds to keywords their last bid of each period; without a day of it, `bid` is today's and `lastBid` null. */
export async function withBids(sql: Sql, { now, last }: Periods, rows: Row[]): Promise<Row[]> {
  const ids = rows.map((r) => r.keywordId);
  const lastOf = (from: number, to: number) => `(
    select distinct on (keyword_id) keyword_id, keyword_bid::float8 as bid
    from fact_ad_keyword_daily
    where rpt_date between $${from}::date and $${to}::date and keyword_id = any($1::bigint[])
    order by keyword_id, rpt_date desc)`;
  const found = await sql.query<{ id: string; bid: number | null; last: number | null }>(
    `select coalesce(a.keyword_id, b.keyword_id) as id, a.bid, b.bid as last
     from ${lastOf(2, 3)} a full join ${lastOf(4, 5)} b on b.keyword_id = a.keyword_id`,
    [ids, now.start, now.end, last.start, last.end],
  );
  const byId = new Map(found.map((f) => [f.id, f]));
  return rows.map((r) => {
    const bids = byId.get(String(r.keywordId));
    return { ...r, bid: bids?.bid ?? r.bid, lastBid: bids?.last ?? null };
  });
}
