import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { type Account, openIntake, takeOrders } from "./figures.testing";
import { RETURN_HEAD } from "./figures-world.testing";
import { takeReports } from "./take";

// What buyers sent back (figures.md A.3, C.2), by the platform's report.

let account: Account;
beforeAll(async () => {
  account = await openIntake();
});
afterAll(() => account.backend.close());

const HEAD = [...RETURN_HEAD, "customer-comments"];
type Returned = [
  time: string,
  order: string,
  sku: string,
  qty: string,
  disposition: string,
  reason: string,
  plate: string,
];
const WROTE = "call me at 555-0100";
const returnsText = (rows: readonly Returned[]) =>
  [
    HEAD,
    ...rows.map(([time, order, sku, qty, disposition, reason, plate]) => [
      time,
      order,
      sku,
      "B0AAAAAAA1",
      "X00000000A",
      "A",
      qty,
      "ONT8",
      disposition,
      reason,
      "Unit returned to inventory",
      plate,
      WROTE,
    ]),
  ]
    .map((row) => row.join("\t"))
    .join("\n");

const [US5, OTHER] = ["114-0000000-0000005", "114-0000000-0000006"];
const FIRST: Returned[] = [
  // In Los Angeles it is the evening before.
  ["2026-08-26T03:00:00+00:00", US5, "a-us", "1", "CUSTOMER_DAMAGED", "DEFECTIVE", "LPN1"],
  ["2026-08-27T12:00:00+00:00", OTHER, "NEVER-SEEN", "2", "SELLABLE", "BRAND_NEW_REASON", ""],
  ["2026-08-27T12:00:00+00:00", OTHER, "NEVER-SEEN", "1", "SELLABLE", "UNWANTED_ITEM", ""],
];

const units = async () =>
  Object.fromEntries(
    (
      await account.backend.db.query<{ at: string; n: number }>(
        `select to_char(biz_date, 'MM-DD') || ' ' || seller_sku as at, return_units::int as n from fact_trade_daily
         where return_units <> 0 and store_id in ($1, $2) order by biz_date, seller_sku`,
        [account.us, account.de],
      )
    ).map(({ at, n }) => [at, n]),
  );

test("pieces count on the site's day of their return; what buyers wrote is not kept", async () => {
  const file = await account.upload(account.us, returnsText(FIRST));
  expect(file).toMatchObject({ status: "done", kind: "returns", rowCount: 3, period: "2026-08-25 至 2026-08-27" });
  expect(await units()).toEqual({ "08-25 A-US": 1, "08-27 *": 3 });
  const month = await account.backend.db.one(
    "select sum(return_units)::int as n from fact_trade_month where store_id = $1",
    [account.us],
  );
  expect(month).toEqual({ n: 4 });
  const kept = await account.backend.db.query<{ row: string }>("select r::text as row from fba_customer_return r");
  expect(kept.some(({ row }) => row.includes("555"))).toBe(false);
  const page = await account.send("GET", "/logistics/fbacustomerreturn/page?size=5");
  expect(page.data.records).toHaveLength(3);
  expect(page.data.records.at(-1)).toMatchObject({
    orderNo: US5,
    msku: "a-us",
    disposition: "CUSTOMERDAMAGED",
    reason: "DEFECTIVE",
  });
  expect(page.data.records).toContainEqual(
    expect.objectContaining({ reason: "OTHER", reasonSaid: "BRAND_NEW_REASON" }),
  );
});

test("an overlapping report changes nothing, a newer one what it says otherwise", async () => {
  await account.upload(account.us, `${returnsText([...FIRST].reverse())}\n`);
  expect(await units()).toEqual({ "08-25 A-US": 1, "08-27 *": 3 });
  const [one] = FIRST;
  const more: Returned = ["2026-08-28T12:00:00+00:00", US5, "A-US", "1", "SELLABLE", "UNWANTED_ITEM", "LPN9"];
  if (!one) throw new Error("no first row");
  await account.upload(account.us, returnsText([one, more]));
  expect(await units()).toEqual({ "08-25 A-US": 1, "08-27 *": 3, "08-28 A-US": 1 });
  const old = returnsText([["2026-08-28T12:00:00+00:00", US5, "A-US", "7", "SELLABLE", "UNWANTED_ITEM", "LPN9"]]);
  await account.upload(account.us, old, { reportTime: "2026-08-29 08:00:00" });
  expect(await units()).toEqual({ "08-25 A-US": 1, "08-27 *": 3, "08-28 A-US": 1 });
});

test("goods that are known later get theirs, an order that comes later its store; totals never change", async () => {
  await account.backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
     select sku_id, store_id, 'never-seen', asin, group_id, 'AFN', 'active' from sku_listing where msku = 'A-US'`,
  );
  await takeReports(account.backend.db, engine, account.backend.config);
  expect(await units()).toEqual({ "08-25 A-US": 1, "08-27 never-seen": 3, "08-28 A-US": 1 });
  const both: Returned = [
    "2026-09-02T12:00:00+00:00",
    "304-0000000-0000008",
    "B-BOTH",
    "1",
    "SELLABLE",
    "UNWANTED_ITEM",
    "LPN3",
  ];
  await account.upload(account.us, returnsText([both]));
  expect(await units()).toMatchObject({ "09-02 *": 1 });
  await account.backend.db.query(
    `insert into sku_listing (sku_id, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
     select sku_id, store_id, 'B-BOTH', asin, group_id, 'AFN', 'active' from sku_listing where msku in ('B-US', 'B-DE')`,
  );
  await takeReports(account.backend.db, engine, account.backend.config);
  await takeOrders(account.backend, account.de, [
    {
      no: "304-0000000-0000008",
      day: "2026-08-12",
      sku: "B-BOTH",
      qty: 1,
      principal: "20.00",
      commission: "3",
      fba: "3",
      posted: "2026-08-13",
    },
  ]);
  await account.upload(account.us, `${returnsText([both])}\n`);
  const where = await account.backend.db.query(
    "select store_id, return_units::int as n from fact_trade_daily where biz_date = '2026-09-02' and seller_sku = 'B-BOTH' order by store_id",
  );
  expect(where).toEqual([
    { store_id: account.us, n: 0 },
    { store_id: account.de, n: 1 },
  ]);
});

test("of a closed month they land in the open one", async () => {
  await account.backend.db.query("update sys_param set value = '2026-09-30' where param_key = 'month_close_until'");
  await account.upload(
    account.us,
    returnsText([["2026-09-20T12:00:00+00:00", US5, "A-US", "1", "SELLABLE", "UNWANTED_ITEM", "LPN4"]]),
  );
  expect(await units()).toMatchObject({ "10-01 A-US": 1 });
});
