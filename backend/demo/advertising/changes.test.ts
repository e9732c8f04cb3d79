import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db";
import { type StandIns, startStandIns } from "../../../standins";
import { testDatabase } from "../../../tests/harness";
import { tellCampaigns } from "../stand-ins";
import { seedAdChanges } from "./changes";

let db: Database;
let standIns: StandIns;
beforeAll(async () => {
  db = await testDatabase("demo");
  standIns = await startStandIns();
});
afterAll(async () => {
  await standIns.stop();
  await db.close();
});

test("accounts of the stand-ins have the campaigns that can be changed, as they are here", async () => {
  await tellCampaigns(db, standIns.url);
  const { campaigns } = Object(await standIns.heard("ads"));
  const own = await db.query<{ id: string; budget: string; state: string; words: number }>(
    `select c.campaign_id::text as id, c.daily_budget::text as budget, c.state,
       (select count(*)::int from ad_keyword k where k.campaign_id = c.campaign_id) as words
     from ad_campaign c where c.ad_product = 'SP' and exists (select 1 from connector x
       where x.kind = 'ads' and x.store_id = c.store_id) order by 1`,
  );
  expect(own.length).toBeGreaterThan(0);
  expect(campaigns.some((c: { targets: object[] }) => c.targets.length === 4)).toBe(true);
  const told = campaigns.map(
    (c: Record<"id" | "budget" | "state", string> & Record<"keywords" | "targets", object[]>) => ({
      id: c.id,
      budget: c.budget,
      state: c.state,
      words: c.keywords.length + c.targets.length,
    }),
  );
  expect(told.sort((a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id))).toEqual(own);
});

test("changes and rules are made once", async () => {
  const count = () =>
    db.query("select (select count(*) from ad_change) as changes, (select count(*) from ad_rule) as rules");
  const before = await count();
  expect(await seedAdChanges(db)).toBe(false);
  expect(await count()).toEqual(before);
});
