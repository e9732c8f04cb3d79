import type { Sql } from "../db/sql";

type Query = Pick<Sql, "query">;

/** Facts of a day that is longer ago than so many days leave a mark when they change. */
export const LATE_DAYS = 31;

/** A store's day whose facts changed late. */
export interface LateDay {
  storeId: string;
  bizDate: string;
  changes: number;
}

export const lateDays = (sql: Query) =>
  sql.query<LateDay>(
    `select store_id as "storeId", biz_date as "bizDate", changes from fact_trade_late`,
  );

/** Takes marks away; of a day that changed again since they were read, it stays. */
export const forgetLate = (sql: Query, days: readonly LateDay[]) =>
  sql.query(
    `delete from fact_trade_late l
     using jsonb_to_recordset($1::jsonb) as x("storeId" bigint, "bizDate" date, changes int)
     where l.store_id = x."storeId" and l.biz_date = x."bizDate" and l.changes = x.changes`,
    [JSON.stringify(days)],
  );
