import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { office } from "#backend/domain/product/product.testing";
import { openingCheck } from "#documents/finance/opening-check";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { checksums, type FirstDay, openFirstDay } from "./opening.testing";

// 撤销全部期初, and what 期初核对 says of platforms (company.md 2.1, 2.3).

let backend: TestBackend;
let d: FirstDay;
let o: ReturnType<typeof office>;
beforeAll(async () => {
  backend = await testBackend();
  o = office(backend);
  d = await openFirstDay(20, backend.db);
});
afterAll(() => backend.close());

const undo = async (reason: string, who = "admin") =>
  (await o.as(who).send("POST", "/setup/openings/undo", { reason })).body;
const check = async () => openingCheck.parse(o.good(await o.as("finance").send("GET", "/setup/openings/check")));

test("all that was booked goes in reverse after a backup, and every ledger is as it was", async () => {
  const empty = await checksums(d.db);
  expect((await undo("重新录入全部期初")).msg).toBe("没有已入账的期初单");
  await d.bookAll();
  // A later order of stock and transit: each stands on what was booked before it alone.
  expect((await check()).booked).toBe(8);
  expect((await undo("不要")).msg).toBe("撤销原因至少5个字");
  expect((await undo("重新录入全部期初", "finance")).msg).toBe("当前操作没有权限");
  const { count, file } = (await undo("重新录入全部期初")).data;
  expect(count).toBe(8);
  expect(existsSync(path.join(backend.config.dataDir, "backups", file))).toBe(true);
  expect(await checksums(d.db)).toEqual(empty);
  expect(await d.db.query("select distinct status from opening")).toEqual([{ status: "undone" }]);
  expect(await d.db.one("select count(*)::int as n from purchase_order where status <> 'void'")).toEqual({ n: 0 });
  const history = await d.db.query("select diff from sys_oper_log where action = '撤销全部期初'");
  expect(JSON.stringify(history)).toContain("重新录入全部期初");
});

test("what stands on one of them keeps all of them", async () => {
  const made = await d.bookAll();
  const before = await checksums(d.db);
  const order = await d.db.one<{ id: string; no: string }>(
    "select id, no from purchase_order where opening_no = 'OLD-PO-2511-018' and status = 'executing'",
  );
  const plan = await d.db.one<{ id: string }>("select coalesce(max(id), 0) + 1 as id from delivery_plan");
  await d.db.query(
    "insert into doc_link (tenant_id, from_type, from_id, to_type, to_id) values (1, 'purchase_order', $1, 'delivery_plan', $2)",
    [order?.id, plan?.id],
  );
  expect((await undo("重新录入全部期初")).msg).toMatch(
    new RegExp(`^期初采购单 ${order?.no} 已有交货计划.*，不能撤销$`),
  );
  expect(await checksums(d.db)).toEqual(before);
  expect(await d.db.one("select count(*)::int as n from opening where status = 'booked'")).toEqual({ n: made.size });
  await d.db.query("delete from doc_link where to_type = 'delivery_plan'");
});

test("a platform's own count stands beside ours, and nobody types another", async () => {
  await d.db.query("update warehouse set store_id = (select min(id) from store) where code = 'YF-FBA'");
  const store = await d.db.one<{ id: string; name: string }>(
    "select id, store_name as name from store order by id limit 1",
  );
  const rowsOf = async () => (await check()).rows.filter(({ by }) => by === store?.name);
  expect(await rowsOf()).toMatchObject([
    { measure: "平台库存良品", ours: "1485", old: null, state: "open", told: false },
    { measure: "平台库存次品", ours: "5", old: null, told: false },
  ]);
  const report = await d.db.one<{ id: string }>(
    `insert into fba_inventory (no, title, store_id, status) values ('FI1', '报告', $1, 'draft') returning id`,
    [store?.id],
  );
  await d.db.query(
    `insert into fba_inventory_row (fba_inventory_id, line_no, msku, sellable_qty, unsellable_qty)
     values ($1, 1, 'A', 1483, 5)`,
    [report?.id],
  );
  const [good, bad] = await rowsOf();
  expect(good).toMatchObject({ ours: "1485", old: "1483", diff: "2", state: "off", told: true });
  expect(bad).toMatchObject({ old: "5", state: "even", told: true });
  const type = async (figures: object[]) =>
    (await o.as("finance").send("POST", "/setup/openings/check", { figures })).body.msg ?? "ok";
  expect(await type([{ key: good?.key, old: "1485", note: null }])).toBe(
    "平台库存良品由平台报告带出，请在FBA库存报告更正",
  );
  expect(await type([{ key: good?.key, old: "1483", note: "平台少两件，已索赔" }])).toBe("ok");
  expect((await rowsOf())[0]).toMatchObject({ note: "平台少两件，已索赔", old: "1483" });
});

test("a company that works and never had a first day says so", async () => {
  await d.db.query("update sys_tenant set phase = 'live', go_live_date = null where id = 1");
  expect(await check()).toMatchObject({ phase: "live", rows: [], asOfDate: null, noneBy: null, locked: 0 });
  expect((await undo("重新录入全部期初")).msg).toBe("系统已上线，期初只能用更正单");
});
