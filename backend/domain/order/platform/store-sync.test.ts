import { afterAll, beforeAll, expect, test } from "vitest";
import { READ } from "#backend/engine/connect/feed";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleValues } from "#backend/engine/documents/rules";
import { installQueue } from "#backend/platform/jobs/queue";
import { storeSync } from "#documents/order/store-sync";
import { actAs } from "../../../../tests/acting";
import { type Market, openMarket, placedIn } from "../feed/feed.testing";

let market: Market;
beforeAll(async () => {
  market = await openMarket();
  await installQueue(market.db);
  await market.list("A100");
});
afterAll(() => market.close());

const sync = (input: RuleValues = {}, storeId = market.storeId) =>
  market.db.tx((sql) => perform(actAs(sql), storeSync, storeId, "sync", input, { trusted: true }));
const feeds = () =>
  market.db.query<{ status: string; byHand: boolean }>(`select status, by_hand as "byHand" from feed_run order by id`);

test("a store without orders is read, within 30 days and one turn at a time", async () => {
  await expect(sync({ from: "2026-01-01 00:00:00", to: "2026-02-15 00:00:00" })).rejects.toThrow(
    "同步区间不能超过30天",
  );
  await expect(sync({ to: "2026-02-15 00:00:00" })).rejects.toThrow("请填写更新自");
  expect(await feeds()).toEqual([]);

  await market.place(placedIn());
  await sync();
  expect(await feeds()).toEqual([{ status: "queued", byHand: true }]);
  expect(await market.db.query("select 1 from graphile_worker.jobs where task_identifier = $1", [READ])).toHaveLength(
    1,
  );
  await expect(sync()).rejects.toThrow("同步任务进行中，请稍后");
  await market.turn();
  expect(await market.db.query("select 1 from platform_order")).toHaveLength(1);
  expect((await feeds())[0]).toEqual({ status: "done", byHand: true });
});

test("a store that is off, or has no connection that is on, says so", async () => {
  await market.db.query("update connector set enabled = false");
  await expect(sync()).rejects.toThrow("店铺没有启用的平台连接，请先在外部连接中新增");
  await market.db.query("update connector set enabled = true");
  await market.db.query("update store set state = 'disabled' where id = $1", [market.storeId]);
  await expect(sync()).rejects.toThrow("店铺已停用");
  await market.db.query("update store set state = 'enabled' where id = $1", [market.storeId]);
});
