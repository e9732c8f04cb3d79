import { afterAll, beforeAll, expect, test } from "vitest";
import { sendOutbox } from "#backend/engine/connect/drain";
import { enqueue } from "#backend/engine/connect/enqueue";
import { installQueue } from "#backend/platform/jobs/queue";
import { confirm } from "./confirm";
import { type Market, openMarket, placedIn } from "./feed.testing";

const NO = "113-1234567-7654321";
let market: Market;
beforeAll(async () => {
  market = await openMarket();
  await installQueue(market.db);
  await market.list("A100");
  await market.list("B200");
  await market.place(placedIn());
  await market.turn();
});
afterAll(() => market.close());

/** A package of some pieces of the order that left at a time, without its own rules. */
async function shipped(no: string, at: string, pieces: Record<string, number>) {
  const { db } = market;
  const [made] = await db.query<{ id: string }>(
    `insert into package_order (tenant_id, no, status, carrier_code, tracking_no, ship_time, confirm_state)
     values (1, $1, 'shipped', 'USPS', 'T' || $1, $2, 'queued') returning id`,
    [no, at],
  );
  for (const [sku, qty] of Object.entries(pieces))
    await db.query(
      `insert into package_order_line (tenant_id, package_order_id, line_no, order_id, order_line_id, sku_id, qty)
       select 1, $1, l.line_no, l.sales_order_id, l.id, l.sku_id, $3 from sales_order_line l
         join sku k on k.id = l.sku_id where k.sku_code = $2`,
      [made?.id, sku, qty],
    );
  await db.tx((sql) =>
    enqueue(
      { sql, tenantId: "1" },
      {
        kind: "marketplace.confirm",
        key: no,
        connectorId: market.connectorId,
        document: "package_order",
        id: made?.id,
        no,
      },
    ),
  );
}

async function send() {
  await market.db.query("update outbox set next_run = now() where status = 'pending'");
  await sendOutbox(market.db, [confirm]);
}
const said = async () => {
  const { confirmations } = await market.standIns.heard("marketplace");
  return Array.isArray(confirmations) ? confirmations : [];
};
const states = () =>
  market.db.query("select no, confirm_state as told from package_order where status <> 'draft' order by no");
const mirror = async () => {
  await market.turn();
  return (await market.db.query("select status from platform_order"))[0];
};

test("the marketplace hears of each package once, however often the answer is lost", async () => {
  await shipped("P1", "2026-07-07 10:00:00", { A100: 2 });
  await market.standIns.control("marketplace", { behave: { lose: 1 } });
  await send();
  expect(await states()).toEqual([{ no: "P1", told: "queued" }]);
  await send();
  expect(await states()).toEqual([{ no: "P1", told: "uploaded" }]);
  expect(await said()).toMatchObject([
    { orderNo: NO, trackingNumber: "TP1", items: [{ orderItemId: "1", quantity: 2 }] },
  ]);
  expect(await mirror()).toEqual({ status: "PartiallyShipped" });
  await shipped("P2", "2026-07-07 11:00:00", { B200: 1 });
  await send();
  expect(await mirror()).toEqual({ status: "Shipped" });
  expect(await said()).toHaveLength(2);
});

test("it is given up after three more attempts, and the package says so", async () => {
  await shipped("P3", "2026-07-07 12:00:00", { A100: 1 });
  await market.standIns.control("marketplace", { behave: { fail: 50, status: 503 } });
  for (let i = 0; i < 3; i++) await send();
  expect((await states())[2]).toEqual({ no: "P3", told: "queued" });
  await send();
  expect((await states())[2]).toEqual({ no: "P3", told: "failed" });
});

test("of a combination the sets are told that became whole", async () => {
  await market.standIns.control("marketplace", { behave: { fail: 0 } });
  const { db } = market;
  await market.place(placedIn({ orderNo: `${NO}-2`, lastUpdateTime: undefined }));
  await market.turn();
  // The first line is made a set of two A100 and one B200, ordered twice.
  await db.query(
    `update sales_order_line set item_id = (select min(item_id) from sales_order_line x
         where x.sales_order_id = sales_order_line.sales_order_id), per_set = 1
     where sales_order_id = (select max(id) from sales_order)`,
  );
  await db.query("delete from package_order_line");
  const only = `sales_order_id = (select max(id) from sales_order)`;
  await db.query(`delete from sales_order_line where not (${only})`);
  await shipped("S1", "2026-07-08 10:00:00", { A100: 2 });
  await send();
  expect(await said()).toHaveLength(2);
  await shipped("S2", "2026-07-08 11:00:00", { B200: 1 });
  await send();
  expect((await said()).at(-1)).toMatchObject({ orderNo: `${NO}-2`, items: [{ orderItemId: "1", quantity: 1 }] });
});
