import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleValues } from "#backend/engine/documents/rules";
import { insert } from "#backend/engine/documents/writing/write";
import { orderRule } from "#documents/order/rule/order-rule";
import { orderRuleRules } from "../rule/order-rule";
import { simulate } from "../rule/run/simulate";
import { type Orders, openOrders } from "./sales.testing";

let o: Orders;
let made = 0;

/** A rule that is switched on. */
async function rule(stage: string, acts: RuleValues[], conditions: RuleValues[] = [], more: RuleValues = {}) {
  made += 1;
  const values = { ruleName: `规则${made}`, stage, priority: made, logic: "and", acts, conditions };
  const { id } = await o.act((c) => insert(c, orderRule, orderRuleRules, { ...values, ...more }));
  await o.act((c) => perform(c, orderRule, id, "enable", {}, { trusted: true }));
  return id;
}
const leaf = (fact: string, op: string, value: string) => ({ level: 1, fact, op, value });
const order = (pieces: number[], more = {}) => o.order(pieces, { status: "pendingProcess", ...more });
const run = (id: string) => o.step(id, "runRule");
const logs = (id: string) =>
  o.db.query<{ outcome: string; result: string | null; steps: RuleValues[] }>(
    "select outcome, result, steps from order_rule_log where order_id = $1 order by id",
    [id],
  );

beforeAll(async () => {
  o = await openOrders([10, 3, 10]);
  await rule("HOLD", [{ act: "HOLD", value: "大单" }], [leaf("itemQty", "gte", "9")]);
  await rule("TAG", [{ act: "TAG_ADD", value: "两种" }], [leaf("skuKinds", "gte", "2")]);
  await rule("SPLIT", [{ act: "SPLIT_QTY", value: "4" }], [leaf("tag", "anyIn", "两种")]);
  await rule("WAREHOUSE", [{ act: "SET_WAREHOUSE", warehouseId: o.place }]);
  await rule(
    "LOGISTICS",
    [{ act: "SET_LOGISTICS", logisticsChannelId: o.channel }],
    [leaf("warehouseId", "in", "WH-SZ"), leaf("packageWeightKg", "lte", "2")],
  );
  await rule("AUDIT", [{ act: "AUTO_AUDIT" }], [leaf("siteCode", "in", "US")]);
  await o.db.query("update sales_order set site_id = null");
});
afterAll(() => o.db.close());

const american = (id: string) =>
  o.db.query("update sales_order set site_id = (select id from site where site_code = 'US') where id = $1", [id]);

test("stages follow each other; the audit reserves, and every rule that was looked at is kept", async () => {
  const id = await order([3, 2]);
  await american(id);
  await run(id);
  expect(await o.look(id)).toMatchObject({ status: "audited", packages: ["reserved 3+1", "reserved 1"] });
  const [log] = await logs(id);
  expect(log).toMatchObject({ outcome: "audited" });
  expect(log?.steps.map((s) => [s.stage, s.packageSeq, s.matched])).toEqual([
    ["HOLD", null, false],
    ["TAG", null, true],
    ["SPLIT", null, true],
    ["WAREHOUSE", 1, true],
    ["WAREHOUSE", 2, true],
    ["LOGISTICS", 1, true],
    ["LOGISTICS", 2, true],
    ["AUDIT", null, true],
  ]);
  expect(log?.steps[0]).toMatchObject({ failedLeaf: { field: "itemQty", values: ["9"] } });
  await o.step(id, "cancel", { reason: "试完" });
});

test("a second run on what did not change gives the same packages, tags and priority", async () => {
  const id = await order([1, 1]);
  await run(id);
  const before = await o.look(id);
  expect(before).toMatchObject({ status: "pendingAudit", packages: ["draft 1+1"] });
  const ids = () =>
    o.db.query("select package_order_id from package_order_line where order_id = $1 and del_flag = 0", [id]);
  const drafts = await ids();
  await run(id);
  expect(await o.look(id)).toEqual(before);
  expect(await ids()).toEqual(drafts);
  const tags = await o.db.one("select tags from sales_order where id = $1", [id]);
  expect(tags).toEqual({ tags: ["两种"] });
  await o.step(id, "cancel", { reason: "试完" });
});

test("a large order is held with its reason, without packages", async () => {
  const id = await order([9]);
  await run(id);
  expect(await o.look(id)).toMatchObject({ status: "held", packages: [] });
  expect(await o.db.one("select hold_reason as r from sales_order where id = $1", [id])).toEqual({ r: "大单" });
});

test("U2: without stock an exception and nothing reserved; once there is some, it goes on", async () => {
  const id = await order([0, 4]);
  await american(id);
  await run(id);
  expect(await o.look(id)).toMatchObject({ status: "exception", exception: "OUT_OF_STOCK" });
  expect(await o.free(1)).toBe(3);
  await o.stockIn([0, 5, 0]);
  await run(id);
  expect(await o.look(id)).toMatchObject({ status: "audited", exception: null });
  expect(await o.free(1)).toBe(4);
});

test("U2: of two that race for the last pieces one is audited, the other is short", async () => {
  const ids = [await order([0, 3], { hash: "R1" }), await order([0, 3], { hash: "R2" })];
  for (const id of ids) await american(id);
  await Promise.all(ids.map(run));
  const ends = await Promise.all(ids.map((id) => o.look(id)));
  expect(ends.map((e) => e.status).sort()).toEqual(["audited", "exception"]);
  expect(await o.free(1)).toBe(1);
  expect(await o.faults()).toEqual([]);
});

test("U7: a trial says what would be, and writes nothing", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 50; i++) ids.push(await order([1, 0, 1], { hash: `T${i}` }));
  const numbers = (
    await o.db.query<{ no: string }>("select no from sales_order where id = any($1) order by id", [ids])
  ).map((r) => r.no);
  const counts = () =>
    o.db.query(
      `select relname, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || relname,
         false, true, '')))[1]::text as n
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
  const before = await counts();
  const asked = (numbers: string[]) =>
    o.act((c) => simulate({ ...c, caller: { ...c.caller, permissions: new Set(["om_order_view"]) } }, null, numbers));
  const trial = await asked(numbers);
  expect(trial).toHaveLength(50);
  expect(trial[0]).toMatchObject({ outcome: "pendingAudit", tags: ["两种"] });
  expect(await counts()).toEqual(before);
  await expect(asked([...numbers, "SO-X"])).rejects.toThrow("最多试运行50个");
  await expect(asked(["SO-X"])).rejects.toThrow("订单SO-X不存在");
});
