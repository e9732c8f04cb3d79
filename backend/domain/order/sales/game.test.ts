import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { Refusal } from "#backend/platform/http/refusal";
import { packageOrder } from "#documents/order/package-order";
import { runs } from "../../../../tests/runs";
import { onPlatformCancel } from "../feed/advance";
import { packagesOf } from "../package/packages";
import { orderFaults } from "./order-faults.testing";
import { type Orders, openOrders } from "./sales.testing";

let o: Orders;
beforeAll(async () => {
  // Too little of the second for everybody.
  o = await openOrders([400, 25, 400]);
});
afterAll(() => o.db.close());

const ACTORS = 8;
const ORDERS = 5;

const orderActs = [
  ...(["runRule", "hold", "release", "setWarehouse", "setLogistics", "split", "merge"] as const),
  ...(["audit", "audit", "audit", "unaudit", "cancel"] as const),
];
const packageActs = [
  ...(["send", "send", "register", "register", "ship", "ship"] as const),
  ...(["intercept", "cancel", "deliver", "takeBack"] as const),
];

const wish = fc.record({
  order: fc.integer({ min: 0, max: ORDERS - 1 }),
  act: fc.oneof(
    fc.record({ order: fc.constantFrom(...orderActs) }),
    fc.record({ package: fc.constantFrom(...packageActs) }),
    fc.record({ forward: fc.integer({ min: 1, max: 5 }) }),
    fc.constant({ platform: "cancel" } as const),
  ),
  /** Which of its packages, or how many pieces go into the first one. */
  n: fc.integer({ min: 0, max: 3 }),
});
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never;

const reason = "游戏里改主意";
let numbers = 0;

async function splitRows(id: string, first: number) {
  const lines = await o.db.query<{ lineId: string; qty: number }>(
    `select id as "lineId", qty - shipped_qty as qty from sales_order_line
     where sales_order_id = $1 and qty > shipped_qty order by line_no`,
    [id],
  );
  return lines.map(({ lineId, qty }) => ({ lineId, first: Math.min(first, qty), second: qty - Math.min(first, qty) }));
}

async function othersOf(id: string) {
  const rows = await o.db.query<{ orderNo: string }>(
    `select x.no as "orderNo" from sales_order x join sales_order me on me.id = $1
     where x.id <> me.id and x.receiver_hash = me.receiver_hash and x.status = 'pendingAudit' limit 2`,
    [id],
  );
  return rows.map((row) => ({ ...row, take: true }));
}

/** What an act of an order asks for. */
async function inputOf(id: string, act: string, n: number): Promise<object> {
  if (act === "setWarehouse") return { warehouseId: o.place };
  if (act === "setLogistics") return { logisticsChannelId: n ? o.channel : o.german };
  if (act === "split") return { rows: await splitRows(id, n) };
  if (act === "merge") return { rows: await othersOf(id) };
  return act === "hold" || act === "cancel" ? { reason } : {};
}

type PackageAct = (typeof packageActs)[number];

async function onPackage(id: string, act: PackageAct, n: number): Promise<void> {
  const packages = (await o.act((c) => packagesOf(c, id))).filter((p) => p.status !== "cancelled");
  const one = packages[n % Math.max(packages.length, 1)];
  if (!one) return;
  const input =
    act === "register" ? { carrierCode: "USPS", trackingNo: `G${++numbers}` } : act === "takeBack" ? { reason } : {};
  await o.act((c) => perform(c, packageOrder, one.id, act, input, { trusted: true }));
}

/** The first steps of an order on its way, each of them alone. */
async function forward(id: string, steps: number, n: number) {
  await o.step(id, "audit").catch(refused);
  for (const act of (["send", "register", "ship", "deliver"] as const).slice(0, steps - 1))
    await onPackage(id, act, n).catch(refused);
}

function refused(error: unknown) {
  if (!(error instanceof Refusal)) throw error;
}

/** One act; that it is refused is part of the game, that it breaks is not. */
async function go(ids: readonly string[], { order, act, n }: Wish): Promise<void> {
  const id = ids[order] ?? "";
  const done =
    "order" in act
      ? o.step(id, act.order, await inputOf(id, act.order, n))
      : "package" in act
        ? onPackage(id, act.package, n)
        : "forward" in act
          ? forward(id, act.forward, n)
          : o.act((c) => onPlatformCancel(c, id));
  await done.catch(refused);
}

/** Orders of two receivers, packed and ready. */
async function table(): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < ORDERS; i++) {
    const id = await o.ready([1 + i, i % 3, 2], { hash: i % 2 ? "H1" : "H2" });
    await o.db.query("update sales_order set platform_order_id = id where id = $1", [id]);
    ids.push(id);
  }
  return ids;
}

test("whatever eight people do at once, packages, orders and stock agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 24, maxLength: 48 }), async (wishes) => {
      const ids = await table();
      const actors = Array.from({ length: ACTORS }, (_, i) => wishes.filter((_w, at) => at % ACTORS === i));
      await Promise.all(
        actors.map(async (own) => {
          for (const w of own) await go(ids, w);
        }),
      );
      expect(await orderFaults(o.db)).toEqual([]);
    }),
    { numRuns: runs(6), endOnFailure: true },
  );
  // It came to something: goods left, and somebody found the shelf empty.
  const left = await o.db.one<{ shipped: number; cancelled: number }>(
    `select count(*) filter (where status in ('shipped', 'delivered', 'returned'))::int as shipped,
       count(*) filter (where status = 'cancelled')::int as cancelled from package_order`,
  );
  expect(left?.shipped).toBeGreaterThan(0);
  expect(left?.cancelled).toBeGreaterThan(0);
});
