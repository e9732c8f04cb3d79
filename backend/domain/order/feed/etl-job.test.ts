import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { embedded } from "#backend/domain/base/etl/embedded";
import { keeper } from "#backend/domain/base/etl/etl.testing";
import { watchEtl } from "#backend/domain/base/etl/watch";
import { installQueue } from "#backend/platform/jobs/queue";
import { orderRemote } from "./etl-job";
import { type Market, openMarket, placedIn } from "./feed.testing";

let market: Market;
let k: ReturnType<typeof keeper>;
beforeAll(async () => {
  market = await openMarket();
  await installQueue(market.db);
  await market.list("A100");
  await market.list("B200");
  k = keeper(market.db);
});
afterAll(() => market.close());

const config = JSON.stringify({
  env: { "job.mode": "BATCH" },
  source: [{ plugin_name: "Http", table_path: "marketplace.orders" }],
  sink: [{ plugin_name: "Jdbc", table: "platform_order" }],
});
const turn = () => watchEtl(market.db, embedded(market.db, [orderRemote(engine)]));
const logs = () => market.db.query<{ log: string }>("select log from etl_run_log order by run_id desc");

test("订单同步 reads every store at once, counts what it kept, and says it per store", async () => {
  const { id } = await k.make("订单同步", { config });
  await k.act(id, "check");
  await market.place(placedIn(), placedIn({ orderNo: "113-1234567-7654322" }));
  await k.act(id, "run");
  await turn();
  expect(await k.runs(id)).toMatchObject([{ status: "FINISHED", read: "2", written: "2", error: null }]);
  expect((await logs())[0]?.log).toContain("美国店：读取 2 单，写入 2 单");
  expect(await market.db.query("select 1 from platform_order")).toHaveLength(2);

  await k.act(id, "run");
  await turn();
  expect((await k.runs(id)).at(-1), "the same again changes nothing").toMatchObject({
    status: "FINISHED",
    written: "0",
  });
});

test("a store that cannot be read fails the run by name, and is read again by itself", async () => {
  const { id } = await k.make("订单同步二", { config });
  await market.standIns.control("marketplace", { behave: { fail: 20 } });
  await k.act(id, "run");
  await turn();
  expect((await k.runs(id)).at(-1)).toMatchObject({ status: "FAILED", error: expect.stringContaining("美国店：") });
  await market.standIns.control("marketplace", { behave: { fail: 0 } });
  await market.turn();
  expect(await market.db.query("select status, error from feed_run where status in ('queued', 'failed')")).toEqual([]);
});
