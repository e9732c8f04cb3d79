import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { today } from "#backend/platform/values/calendar";
import { testDatabase } from "../../../tests/harness";

let db: Database;
beforeAll(async () => {
  db = await testDatabase("demo");
});
afterAll(() => db.close());

test("all months but the last two are closed, with what was owed at their ends", async () => {
  const months = await db.query<{ month: string; status: string; back: number }>(
    `select month, status, (extract(year from age(date_trunc('month', $1::date), month_of)) * 12
       + extract(month from age(date_trunc('month', $1::date), month_of)))::int as back
     from (select *, (month || '-01')::date as month_of from month_close) m order by month`,
    [today()],
  );
  expect(months.length).toBeGreaterThan(2);
  for (const { month, status, back } of months) expect(status, month).toBe(back < 2 ? "open" : "closed");
  const wrong = await db.query(
    `select m.month, t.currency from month_close m
       left join month_close_total t on t.month_close_id = m.id
     where m.status = 'closed' and t.closing is distinct from (select sum(amount) from ap_entry
       where biz_date <= m.end_date and currency = t.currency)
       and exists (select 1 from ap_entry where biz_date <= m.end_date)`,
  );
  expect(wrong).toEqual([]);
});
