import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { installQueue } from "#backend/platform/jobs/queue";
import { type StandIns, startStandIns } from "../../../../standins";
import { type Market, openMarket, placedIn } from "./feed.testing";

let standIns: StandIns;
let rough: Market;
let calm: Market;
beforeAll(async () => {
  standIns = await startStandIns();
  rough = await openMarket(standIns);
  await installQueue(rough.db);
  await rough.list("A100");
  calm = await openMarket(standIns);
  await installQueue(calm.db);
  await calm.list("A100");
});
afterAll(async () => {
  await rough.close();
  await calm.close();
  await standIns.stop();
});

/** The same numbers below n in every run. */
function numbers(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

/** A process that is killed here and there: before a transaction is committed, or right after. */
const mortal = (db: Database, next: (n: number) => number): Database => ({
  ...db,
  async tx(work) {
    const fate = next(12);
    if (fate === 0) throw new Error("killed before");
    const answer = await db.tx(async (sql) => {
      const done = await work(sql);
      if (fate === 1) throw new Error("killed before the end");
      return done;
    });
    if (fate === 2) throw new Error("killed after");
    return answer;
  },
});

const mirror = ({ db }: Market) =>
  db.query<{ no: string; status: string; receiver: string | null }>(
    `select t.platform_order_no as no, t.status, t.last_update_time as told, t.order_total as total,
       t.raw_hash as hash, t.unpaired, t.shipping_address_hash as receiver,
       (select jsonb_agg(to_jsonb(l) - 'id' - 'create_time' - 'platform_order_id' - 'sku_id' order by l.line_no)
        from platform_order_line l where l.platform_order_id = t.id) as lines
     from platform_order t order by 1`,
  );
const sold = ({ db }: Market) =>
  db.query(
    `select seller_sku, biz_date::text as day, orders, units, item_sales::float8 as sales
     from fact_trade_daily where orders <> 0 or units <> 0 order by 1, 2`,
  );
const made = ({ db }: Market) =>
  db.query(
    `select p.platform_order_no as no, count(o.id)::int as n from platform_order p
       left join sales_order o on o.platform_order_id = p.id where not p.unpaired
         and p.status = 'Unshipped' group by 1 order by 1`,
  );
const inbox = ({ db }: Market) => db.query("select code, seen_count as n from feed_unmapped");
const whole = async (market: Market) => ({
  mirror: await mirror(market),
  sold: await sold(market),
  made: await made(market),
  inbox: await inbox(market),
});

const control = (order: object) => standIns.control("marketplace", order);
const noOf = (i: number) => `115-0000000-${String(i).padStart(7, "0")}`;
const line = (sku: string) => ({ sellerSku: sku, qty: 1, itemPrice: "10.00", itemId: "1" });
const FAULTS = [
  { fail: 2, status: 503 },
  { lose: 1 },
  { garbage: 1 },
  { throttle: 1 },
  { repeat: true, reorder: false },
  { repeat: false, reorder: true },
];

test("told repeatedly, out of order, late, to a process that is killed: the end is the same", async () => {
  const next = numbers(7);
  // Of their own: how many transactions a turn takes is no part of what happens.
  const killed = mortal(rough.db, numbers(8));
  const placed: number[] = [];
  for (let step = 0; step < 14; step++) {
    const i = placed.length;
    const what = next(4);
    if (what > 1 || i < 3) {
      const status = next(3) === 0 ? ("Pending" as const) : ("Unshipped" as const);
      const sku = next(4) === 0 ? "S-B200" : "S-A100";
      await rough.place(placedIn({ orderNo: noOf(i), lastUpdateTime: undefined, status, lines: [line(sku)] }));
      placed.push(i);
    } else if (what === 1) await control({ cancel: { orderNo: noOf(next(i)) } });
    else await control({ pay: { orderNo: noOf(next(i)) } });
    await control({ behave: FAULTS[next(FAULTS.length)] });
    // Whatever kills the turn, the next one goes on.
    await rough.turn(killed).catch(() => {});
  }
  await control({ behave: { fail: 0, lose: 0, garbage: 0, throttle: 0, repeat: false } });
  for (let i = 0; i < 3; i++) await rough.turn();
  await calm.turn();
  const [after, wanted] = [await whole(rough), await whole(calm)];
  // Who read an order before it was cancelled knows whom it was for, and keeps it: all are for one address.
  const [address] = wanted.mirror.flatMap((order) => order.receiver ?? []);
  const known = (order: { no: string; status: string; receiver: string | null }) =>
    order.status === "Canceled" && order.receiver === address ? { ...order, receiver: null } : order;
  expect({ ...after, mirror: after.mirror.map(known) }).toEqual(wanted);
  expect(wanted.mirror.length).toBe(placed.length);
  expect(wanted.made.every((o) => o.n === 1)).toBe(true);
  expect(await rough.db.query("select 1 from platform_order_due")).toEqual([]);
}, 60_000);
