import { expect, test } from "vitest";
import { seeded, TODAY } from "../demo.testing";

test("orders of all states, numbered once, whose totals are those of their lines", async () => {
  const db = await seeded();
  const one = (text: string, values?: unknown[]) => db.one<Record<string, unknown>>(text, values);
  const counted = await one(
    `select count(*)::int as n, count(distinct (store_id, platform_order_no))::int as numbers,
       count(*) filter (where status = 'Shipped') * 100 / count(*) as shipped, bool_or(unpaired) as waits,
       count(distinct status)::int as states, max(purchase_time) < $1::date as past
     from platform_order`,
    [TODAY],
  );
  // 15 more are those of the goods that the guide leads through.
  expect(counted).toMatchObject({ n: 1_515, numbers: 1_515, states: 8, waits: true, past: true });
  expect(Math.abs(Number(counted?.shipped) - 82)).toBeLessThan(3);
  expect(
    await one(
      `select count(*)::int as n, count(*) filter (where t.order_total <> l.item_price + l.item_tax
         + l.shipping_price - l.promotion_discount or t.item_qty <> l.qty)::int as wrong
       from platform_order t join platform_order_line l on l.platform_order_id = t.id`,
    ),
  ).toEqual({ n: 1_515, wrong: 0 });
  // What we ship ourselves goes somewhere, of which the country is kept; the platform does not say it of the others.
  expect(
    await one(
      `select count(*) filter (where (shipping_address_country is null) = (fulfillment_channel = 'MFN'))::int as wrong,
         count(distinct shipping_address_country)::int > 5 as far from platform_order`,
    ),
  ).toEqual({ wrong: 0, far: true });
});
