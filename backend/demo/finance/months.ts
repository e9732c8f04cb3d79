import dayjs from "dayjs";
import { makeMonths } from "#backend/domain/finance/months";
import type { Database, Sql } from "#backend/platform/db";
import { once } from "#backend/platform/tenancy/insert";
import { act, asSystem, personAt } from "../acting";
import { type DemoOptions, readDemoOptions } from "../options";

/** Days after a month's end on which nobody closes the one before: stores far away have not ended theirs. */
const GRACE = 3;

/** Finance closed every month but this one and the one before it, each on the fifth of the next one. */
async function insertMonths(sql: Sql, today: string): Promise<number> {
  await makeMonths(sql, "1");
  const finance = await personAt({ ...asSystem(sql), confirmed: true }, "finance");
  const open = dayjs(today).subtract(GRACE, "day").startOf("month").subtract(1, "month").format("YYYY-MM-DD");
  const months = await sql.query<{ id: string }>(
    "select id from month_close where tenant_id = 1 and end_date < $1 order by month",
    [open],
  );
  for (const { id } of months) {
    await act(finance, "month_close", id, "close");
    await sql.query("update month_close set close_time = end_date + 5 + time '10:30' where id = $1", [id]);
  }
  return months.length;
}

/**
 * Closes the months that are over, once: real ones, so where a demonstration is loaded. Programs before it did
 * so along with the documents.
 */
export async function seedMonths(db: Database, options: DemoOptions = {}): Promise<boolean> {
  const { documents, log, today } = readDemoOptions(options);
  return once(db, "demo_months", async (sql) => {
    if (!documents) return;
    if (await sql.one("select 1 from month_close where close_time is not null limit 1")) return;
    log(`演示数据：月结 ${await insertMonths(sql, today)} 条`);
  });
}
