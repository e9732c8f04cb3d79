import { afterAll, beforeAll, expect, test } from "vitest";
import { Where } from "#backend/platform/db/page";
import type { Database } from "#backend/platform/db/sql";
import { refusalOf } from "#backend/platform/http/refusal";
import { testDatabase } from "../../../tests/harness";
import { monthRates, rateJoin, rateOf } from "./rates";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await db.query("delete from exchange_rate");
  await db.query(`insert into exchange_rate (currency, effective_date, official_rate, my_rate, del_flag)
    values ('USD', '2025-04-10', 7, null, 0), ('USD', '2025-06-01', 7.2, 7.25, 0),
      ('USD', '2025-06-02', 9, null, 0), ('USD', '2025-05-01', 8, null, 1)`);
});
afterAll(() => db.close());

const rate = async (day: string, currency: string) => {
  const where = new Where();
  const cte = monthRates(where, "1", "2025-04-03", "2025-07-20");
  const month = "date_trunc('month', f.day)::date";
  const row = await db.one<{ rate: string }>(
    `with ${cte} select ${rateOf(month, "f.currency")}::float8::text as rate
     from (select ${where.bind(day)}::date as day, ${where.bind(currency)} as currency) f
       ${rateJoin(month, "f.currency")}`,
    where.values,
  );
  return row?.rate;
};

test("the month rate is the own, else the official one of the latest date up to the first", async () => {
  expect(await rate("2025-05-31", "USD")).toBe("7");
  expect(await rate("2025-06-30", "USD")).toBe("7.25");
  expect(await rate("2025-07-01", "USD")).toBe("9");
  expect(await rate("2025-04-30", "CNY")).toBe("1");
});

test("a row without a rate is a refusal", async () => {
  const said = await rate("2025-04-30", "USD").catch(refusalOf);
  expect(said).toMatchObject({ status: 409, message: "缺少USD202504的汇率" });
});
