import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { installQueue } from "#backend/platform/jobs/queue";
import { unmapped } from "#documents/base/connect/unmapped";
import { connector } from "#documents/base/connector";
import type { DocumentType } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { type Market, openMarket, placedIn } from "./feed.testing";

const NO = "113-1234567-7654321";

let market: Market;
beforeAll(async () => {
  market = await openMarket();
  await installQueue(market.db);
  await market.list("A100");
});
afterAll(() => market.close());
beforeEach(async () => {
  await market.standIns.control("marketplace", { behave: {} });
});

const rows = <T extends object>(text: string) => market.db.query<T>(text);
const orders = () =>
  rows<{ no: string; status: string; unpaired: boolean; sales: string | null }>(
    `select p.platform_order_no as no, p.status, p.unpaired, o.status as sales
     from platform_order p left join sales_order o on o.platform_order_id = p.id order by 1`,
  );
const inbox = () => rows(`select code, status, seen_count as n, sample from feed_unmapped order by code`);
const lastRun = async () =>
  (
    await rows<Record<string, unknown>>(
      "select status, told, fresh, changed, same, bad, error from feed_run order by id desc limit 1",
    )
  )[0];

test("a name that nobody knows waits in the inbox; resolved, its orders go on by themselves", async () => {
  await market.place(placedIn(), placedIn({ orderNo: `${NO}-2` }));
  await market.turn();
  expect(await orders()).toMatchObject([
    { no: NO, status: "Unshipped", unpaired: true, sales: null },
    { no: `${NO}-2`, unpaired: true, sales: null },
  ]);
  expect(await lastRun()).toMatchObject({ status: "done", told: 2, fresh: 2, bad: 0, error: null });
  expect(await inbox()).toEqual([{ code: "S-B200", status: "open", n: 2, sample: NO }]);

  const [row] = await rows<{ id: string }>("select id from feed_unmapped");
  const resolve = (input: Record<string, string | undefined>) =>
    market.db.tx((sql) =>
      perform<DocumentType, string>(actAs(sql), unmapped, row?.id ?? "", "resolve", input, { trusted: true }),
    );
  await expect(resolve({ skuId: market.skus.B200 })).rejects.toThrow("请选择小组");
  await resolve({ skuId: market.skus.B200, groupId: market.groupId });
  await market.turn();
  expect(await inbox()).toEqual([{ code: "S-B200", status: "resolved", n: 2, sample: NO }]);
  expect(await orders()).toMatchObject([
    { unpaired: false, sales: expect.any(String) },
    { unpaired: false, sales: expect.any(String) },
  ]);
  expect(await rows("select receiver_country as c, receiver_state as s from sales_order limit 1")).toEqual([
    { c: "US", s: "CA" },
  ]);
});

test("read again, nothing changes and no row of it stays", async () => {
  const before = [await orders(), await rows("select id, version from platform_order order by id")];
  const runs = await rows("select id from feed_run");
  await market.turn();
  expect([await orders(), await rows("select id, version from platform_order order by id")]).toEqual(before);
  expect((await rows("select id from feed_run")).length).toBeLessThanOrEqual(runs.length + 1);
  expect(await rows("select 1 from platform_order_due")).toEqual([]);
});

test("who wants no goods any more is waited for; an order that is cancelled needs none", async () => {
  await market.standIns.control("marketplace", { askCancel: { orderNo: NO, reason: "买错" } });
  await market.turn();
  const held = await rows(
    `select o.status, o.hold_reason as why from sales_order o join platform_order p on p.id = o.platform_order_id
     where p.platform_order_no = '${NO}'`,
  );
  expect(held).toEqual([{ status: "held", why: "买家申请取消" }]);
  await market.standIns.control("marketplace", { cancel: { orderNo: NO } });
  await market.turn();
  await market.turn();
  expect((await orders())[0]).toMatchObject({ no: NO, status: "Canceled", sales: "cancelled" });
});

test("a marketplace that misbehaves is asked again, and nothing is lost", async () => {
  await market.place(
    ...Array.from({ length: 120 }, (_, i) =>
      placedIn({ orderNo: `114-0000000-${String(i).padStart(7, "0")}`, lastUpdateTime: undefined }),
    ),
  );
  const faults = [
    { fail: 1, status: 503 },
    { garbage: 1 },
    { lose: 1 },
    { throttle: 1 },
    { repeat: true, reorder: true },
  ];
  for (const behave of faults) {
    await market.standIns.control("marketplace", { behave });
    await market.turn();
  }
  expect((await orders()).filter((o) => o.no.startsWith("114-"))).toHaveLength(120);
  expect((await orders()).every((o) => o.sales)).toBe(true);
});

test("a wrong secret is said, and the administrators hear of it once", async () => {
  await market.db.query("update connector set account = 'AMZ-US-2', client_secret = null");
  await market.turn();
  await market.turn();
  expect(await lastRun()).toMatchObject({ status: "failed", error: expect.stringContaining("拒绝登录") });
  const told = await rows("select 1 from sys_notification where title = '同步失败：美国店'");
  expect(told).toHaveLength(1);
});

test("by hand: at most 30 days, once at a time, and only of a marketplace", async () => {
  const sync = (input: Record<string, string>) =>
    market.db.tx((sql) => perform(actAs(sql), connector, market.connectorId, "sync", input, { trusted: true }));
  await expect(sync({ from: "2026-01-01 00:00:00", to: "2026-02-01 00:00:00" })).rejects.toThrow(
    "同步区间不能超过30天",
  );
  await sync({});
  await expect(sync({})).rejects.toThrow("同步任务进行中，请稍后");
});
