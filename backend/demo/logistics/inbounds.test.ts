import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { inboundHandler } from "#backend/domain/logistics/inbound/handlers";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { sendOutbox } from "#backend/engine/connect/drain";
import type { RuleValues } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { today } from "#backend/platform/values";
import { type StandIns, startStandIns } from "../../../standins";
import { testDatabase } from "../../../tests/harness";
import { act, asSystem, personAt } from "../acting";
import { standInWorld } from "../stand-ins";

let db: Database;
let standIns: StandIns;
beforeAll(async () => {
  db = await testDatabase("demo");
  await db.query("delete from outbox where document is distinct from 'fba_inbound'");
  standIns = await startStandIns(await standInWorld(db));
  answeredAt(standIns.url);
});
afterAll(async () => {
  answeredAt(null);
  await standIns.stop();
  await db.close();
});

const statesOf = () =>
  db.query<{ id: string; status: string; problem: string | null }>(
    "select id::text as id, status, problem from fba_inbound where mode = 'api' and inbound_plan_id is not null order by id",
  );

/** Everything that is to be said to the marketplace is said. */
async function turns() {
  for (let i = 0; i < 20; i++) {
    await db.query("update outbox set next_run = now() where status in ('pending', 'sending')");
    await sendOutbox(db, [inboundHandler(engine)]);
  }
}

const step = (id: string, action: string, input: RuleValues = {}) =>
  db.tx(async (sql) => act(await personAt(asSystem(sql), "logistics"), "fba_inbound", id, action, input));

test("plans of the demonstration go on with its stand-ins from wherever they are", async () => {
  await turns();
  const way = { carrierKind: "USE_YOUR_OWN_CARRIER", shipWay: "FREIGHT_LTL", readyDay: today() };
  const next: Record<string, [action: string, input: RuleValues]> = {
    packing: ["pack", {}],
    placement: ["choose", { optionNo: 2 }],
    transport: ["setTransport", way],
  };
  /** The earliest window of each shipment. */
  const earliest = async (id: string) => ({
    windowIds: (
      await db.query<{ id: string }>(
        `select distinct on (platform_id) window_id as id from fba_inbound_window
         where fba_inbound_id = $1 order by platform_id, start_day`,
        [id],
      )
    ).map((window) => window.id),
  });
  expect((await statesOf()).map(({ status }) => status).sort()).toEqual([
    "packing",
    "packing",
    "placement",
    "transport",
    "window",
  ]);
  for (let i = 0; i < 4; i++) {
    for (const { id, status } of await statesOf()) {
      if (status === "window") await step(id, "chooseWindow", await earliest(id));
      const [action, input] = next[status] ?? [];
      if (action) await step(id, action, input);
    }
    await turns();
  }
  expect((await statesOf()).map(({ status, problem }) => [status, problem])).toEqual(Array(5).fill(["ready", null]));
});
