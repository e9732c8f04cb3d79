import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { askReports } from "#backend/domain/intake/ask";
import { manyCalls } from "#backend/domain/intake/figures.testing";
import { takeReports } from "#backend/domain/intake/take";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { type StandIns, startStandIns } from "../../standins";
import { type TestBackend, testBackend } from "../../tests/harness";
import { standInWorld, tellDays } from "./stand-ins";

let backend: TestBackend;
let standIns: StandIns;
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
  standIns = await startStandIns(await standInWorld(backend.db));
  answeredAt(standIns.url);
});
afterAll(async () => {
  answeredAt(null);
  await standIns.stop();
  await backend.close();
});

interface DayRow {
  store: string;
  day: string;
}
/** Of days and stores of which something was known: of others the stand-ins reckon from their orders. */
const ofDays = (rows: readonly DayRow[], known: readonly DayRow[]) => {
  const days = new Set(known.map(({ store, day }) => `${store} ${day}`));
  return rows.filter(({ store, day }) => days.has(`${store} ${day}`));
};
const traffic = () =>
  backend.db.query<DayRow>(
    `select store_id::text as store, day::text as day, msku, units, sessions, page_views as pages, buy_box::text as box,
       sales::text as sales
     from sales_traffic where not withdrawn and del_flag = 0 order by 1, 2, 3`,
  );
const stock = () =>
  backend.db.query<DayRow>(
    `select store_id::text as store, day::text as day, msku, fulfillable_qty as good, reserved_qty as reserved,
       unsellable_qty as bad, shipped_qty as coming, total_qty as "all"
     from fba_stock where del_flag = 0 order by 1, 2, 3`,
  );

test("reports of days that the demonstration has say what it has: none is empty, nothing is taken back", async () => {
  const { db, config } = backend;
  await tellDays(db, standIns.url);
  const before = { traffic: await traffic(), stock: await stock() };
  expect(before.traffic.length).toBeGreaterThan(0);
  for (let n = 0; n < 12; n++) {
    await db.query(
      "update report_task set next_run = now() - interval '1 second' where state in ('due', 'waiting', 'downloading')",
    );
    await manyCalls(backend);
    await askReports(db, engine, config);
    await takeReports(db, engine, config);
  }
  const asked = await db.query<{ kind: string; n: number }>(
    "select kind, count(*)::int as n from report_task where kind in ('traffic', 'stock') and state = 'done' group by 1 order by 1",
  );
  expect(asked.map(({ kind }) => kind)).toEqual(["stock", "traffic"]);
  const wrong = await db.query(
    `select file_name, status, problem from report_file where origin = 'api' and status in ('failed', 'changed')
       and create_time > now() - interval '1 hour' order by id limit 5`,
  );
  expect(wrong).toEqual([]);
  expect(ofDays(await traffic(), before.traffic)).toEqual(before.traffic);
  expect(ofDays(await stock(), before.stock)).toEqual(before.stock);
});
