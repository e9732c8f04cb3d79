import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../tests/harness";

let db: Database;
beforeAll(async () => {
  db = await testDatabase("demo");
});
afterAll(() => db.close());

test("all months but the last two are closed, once the newest is three days old, with what was owed at their ends", async () => {
  const months = await db.query<{ month: string; status: string; due: boolean }>(
    `select month, status, end_date < date_trunc('month', made - 3) - interval '1 month' as due
     from month_close, (select (done_at at time zone 'Asia/Shanghai')::date as made from seed_marker
       where name = 'demo_months') d order by month`,
  );
  expect(months.length).toBeGreaterThan(2);
  for (const { month, status, due } of months) expect(status, month).toBe(due ? "closed" : "open");
  const wrong = await db.query(
    `select m.month, t.currency from month_close m
       left join month_close_total t on t.month_close_id = m.id
     where m.status = 'closed' and t.closing is distinct from (select sum(amount) from ap_entry
       where biz_date <= m.end_date and currency = t.currency)
       and exists (select 1 from ap_entry where biz_date <= m.end_date)`,
  );
  expect(wrong).toEqual([]);
});
