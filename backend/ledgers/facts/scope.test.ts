import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { callerOf } from "#backend/platform/http/caller.testing";
import type { DataScope } from "#backend/platform/http/endpoint";
import { testDatabase } from "../../../tests/harness";
import { adScope, factScope } from "./scope";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await db.query("select ensure_fact_partitions('2025-06-01', '2025-06-01')");
  await db.query(`insert into fact_trade_daily (biz_date, store_id, seller_sku, site_code, region_code,
      group_id, dept_id, division_id, sku_code, model_code, currency)
    select '2025-06-01', 1, 'S' || g.id, 'US', 'NA', g.id, g.dept_id, 1, 'K', 'M', 'USD' from ops_group g`);
  await db.query(`insert into ad_campaign (campaign_id, store_id, profile_id, group_id, campaign_name,
      ad_product, targeting_type, state, daily_budget)
    select g.id, 1, 'P', g.id, 'C', 'SP', 'auto', 'ENABLED', 1 from ops_group g`);
  await db.query("update sys_user set group_ids = '{7}' where id = 1");
});
afterAll(() => db.close());

const seen = async (scope: DataScope, tenantId = "1", userId = "1") => {
  const caller = callerOf({ scope, tenantId, userId });
  const facts = factScope(caller, "f");
  const ads = adScope(caller, "c");
  const of = (table: string, where: { values: unknown[] }) =>
    db.query<{ id: string }>(`select group_id as id from ${table} where ${where} order by group_id`, where.values);
  const [trade, campaigns] = [await of("fact_trade_daily f", facts), await of("ad_campaign c", ads)].map((rows) =>
    rows.map((r) => Number(r.id)),
  );
  expect(campaigns).toEqual(trade);
  return trade;
};

test("facts and campaigns of the data scope", async () => {
  const dept = (await db.one<{ id: string }>("select dept_id as id from ops_group where id = 11"))?.id;
  expect(await seen({ kind: "all" })).toHaveLength(60);
  expect(await seen({ kind: "all" }, "2")).toEqual([]);
  expect(await seen({ kind: "depts", deptIds: [String(dept)] })).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  expect(await seen({ kind: "groups", groupIds: ["3", "9"] })).toEqual([3, 9]);
  expect(await seen({ kind: "self" })).toEqual([7]);
  expect(await seen({ kind: "self" }, "1", "2")).toEqual([]);
});

test("a campaign without a group belongs to the department of its store", async () => {
  await db.query(`insert into ad_campaign (campaign_id, store_id, profile_id, campaign_name, ad_product, targeting_type,
      state, daily_budget) values (900, 1, 'P', 'C', 'SP', 'auto', 'ENABLED', 1)`);
  await db.query("update store set dept_id = (select dept_id from ops_group where id = 11) where id = 1");
  const [dept, other] = await db.query<{ id: string }>(
    "select dept_id as id from ops_group where id in (11, 1) order by id desc",
  );
  const sees = async (scope: DataScope) => {
    const where = adScope(callerOf({ scope, tenantId: "1", userId: "1" }), "c");
    return (await db.query(`select 1 from ad_campaign c where campaign_id = 900 and ${where}`, where.values)).length;
  };
  expect(await sees({ kind: "all" })).toBe(1);
  expect(await sees({ kind: "depts", deptIds: [dept?.id ?? ""] })).toBe(1);
  expect(await sees({ kind: "depts", deptIds: [other?.id ?? ""] })).toBe(0);
  expect(await sees({ kind: "groups", groupIds: ["11"] })).toBe(0);
  expect(await sees({ kind: "self" })).toBe(0);
});
