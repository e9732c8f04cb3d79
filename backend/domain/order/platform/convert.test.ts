import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { platformOrder } from "#documents/order/platform-order";
import { salesOrder } from "#documents/order/sales-order";
import { actAs } from "../../../../tests/acting";
import { convertOrder, convertOrders } from "../sales/convert";
import { lineIn, openShop, orderIn, type Shop } from "./platform.testing";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.list("A100");
  await shop.list("B200");
  await shop.db.query(
    `insert into exchange_rate (currency, effective_date, official_rate, my_rate)
     values ('USD', '2026-07-01', 7.15, 7.15)
     on conflict do nothing`,
  );
});
afterAll(() => shop.db.close());

let n = 0;
/** A new order of the platform; answers its id. */
async function taken(more: Parameters<typeof orderIn>[0] = {}) {
  const platformOrderNo = `113-0000000-${String(++n).padStart(7, "0")}`;
  const { ids } = await shop.take(orderIn({ platformOrderNo, ...more }));
  return ids[0] ?? "";
}
const convert = (id: string) => shop.db.tx((sql) => convertOrder(actAs(sql), id));
const read = (id: string) =>
  shop.db.one(
    `select status, goods_amount as goods, shipping_amount as shipping, discount_amount as discount,
       tax_amount as tax, total_amount as total, est_cost as cost, est_profit as profit,
       est_profit_rate as rate, sku_qtys as "skuQtys", tags, hold_reason as reason
     from sales_order where id = $1`,
    [id],
  );

const july = { purchaseTime: "2026-07-06T18:00:00Z", lastUpdateTime: "2026-07-06T18:10:00Z" };

test("scenario 1: an order of 97.34, its estimate before freight", async () => {
  const id = await convert(await taken(july));
  expect(await read(id)).toMatchObject({
    status: "pendingProcess",
    goods: "90.98",
    shipping: "4.99",
    discount: "5.00",
    tax: "6.37",
    total: "97.34",
    cost: "172.00",
    skuQtys: "A100×2 B200×1",
    // 650.44 − 172.00 − 97.57: no package has a price yet.
    profit: "380.87",
    rate: "58.56",
  });
});

test("converted twice at once it is one order", async () => {
  const platform = await taken(july);
  const [one, two] = await Promise.all([convert(platform), convert(platform)]);
  expect(one).toBe(two);
});

test("the button says why an order makes none, and makes one of each that it may", async () => {
  const press = (id: string) =>
    shop.db.tx((sql) => perform(actAs(sql), platformOrder, id, "convert", {}, { trusted: true }));
  await expect(press(await taken({ ...july, fulfillmentChannel: "AFN" }))).rejects.toThrow("FBA订单无需生成发货订单");
  const unknown = { ...july, lines: [lineIn({ sellerSku: "S-NOBODY" })] };
  await expect(press(await taken(unknown))).rejects.toThrow("存在未配对SKU");
  const id = await taken(july);
  await press(id);
  const { count } = (await shop.db.one<{ count: number }>(
    "select count(*)::int as count from sales_order where platform_order_id = $1",
    [id],
  )) ?? { count: -1 };
  expect(count).toBe(1);
});

test("what is not ours to send is refused in words", async () => {
  const cases = [
    [{ fulfillmentChannel: "AFN" }, "FBA订单无需生成发货订单"],
    [{ status: "Pending" }, "平台订单不是待发货状态"],
    [{ lines: [lineIn({ sellerSku: "S-NOBODY" })] }, "存在未配对SKU"],
  ] as const;
  for (const [more, sentence] of cases)
    await expect(convert(await taken({ ...july, ...more }))).rejects.toThrow(sentence);
  const { count } = (await shop.db.one<{ count: number }>(
    `select count(*)::int as count from sales_order o
       join platform_order p on p.id = o.platform_order_id
     where p.fulfillment_channel = 'AFN' or p.status = 'Pending'`,
  )) ?? { count: -1 };
  expect(count).toBe(0);
});

test("a combination keeps its money on one line and is packed as its parts", async () => {
  const set = await shop.db.one<{ id: string }>(
    `insert into sku (sku_code, name, status, sku_type, unit, purchase_price)
     values ('SET9', 'SET9', 'approved', 'combo', 'pcs', null) returning id`,
  );
  shop.skus.SET9 = set?.id ?? "";
  await shop.db.query(`insert into sku_combo_item (sku_id, child_sku_id, qty) values ($1, $2, 3), ($1, $3, 1)`, [
    shop.skus.SET9,
    shop.skus.A100,
    shop.skus.B200,
  ]);
  await shop.list("SET9");
  const id = await convert(
    await taken({ ...july, orderTotal: "58.47", lines: [lineIn({ sellerSku: "S-SET9", qty: 2 })] }),
  );
  const parts = await shop.db.query(
    `select k.sku_code as sku, l.qty, l.per_set as per from sales_order_line l
       join sku k on k.id = l.sku_id where l.sales_order_id = $1 order by l.line_no`,
    [id],
  );
  expect(parts).toEqual([
    { sku: "A100", qty: 6, per: 3 },
    { sku: "B200", qty: 2, per: 1 },
  ]);
  expect(await read(id)).toMatchObject({ skuQtys: "SET9×2", goods: "51.98", cost: "428.00" });
});

test("many at once become what each does alone; one that is refused keeps the others from being made", async () => {
  const to = { name: "Ann", country: "US", state: "WA", city: "Kent", postcode: "98032", line1: "1 Main St" };
  const kinds = [
    july,
    {
      ...july,
      shippingAddress: to,
      orderTotal: "51.98",
      lines: [lineIn({ itemTax: "0", shippingPrice: "0", promotionDiscount: "0" })],
    },
    { ...july, orderTotal: "58.47", lines: [lineIn({ sellerSku: "S-SET9", qty: 2 })] },
    { ...july, latestShipTime: null, lines: [lineIn(), lineIn({ platformLineNo: "2", sellerSku: "S-SET9", qty: 1 })] },
  ];
  const all = async () => {
    const ids: string[] = [];
    for (const kind of kinds) ids.push(await taken(kind));
    return ids;
  };
  /** What they are, but for whose they are and when they were made. */
  const told = (ids: readonly string[]) =>
    shop.db.query(
      `select to_jsonb(o) - array['id', 'no', 'create_time', 'update_time', 'platform_order_id', 'platform_order_no', 'find_text', 'receiver'] as head,
         (select jsonb_agg(to_jsonb(i) - array['id', 'create_time', 'sales_order_id'] order by i.line_no)
          from sales_order_item i where i.sales_order_id = o.id) as items,
         (select jsonb_agg(to_jsonb(l) - array['id', 'create_time', 'sales_order_id', 'item_id'] || jsonb_build_object('of', i.line_no)
            order by l.line_no)
          from sales_order_line l join sales_order_item i on i.id = l.item_id where l.sales_order_id = o.id) as lines,
         (select count(*)::int from doc_link d where d.from_type = 'platform_order' and d.from_id = o.platform_order_id
            and d.to_type = 'sales_order' and d.to_id = o.id) as links
       from unnest($1::bigint[]) with ordinality x(id, n) join sales_order o on o.id = x.id order by x.n`,
      [ids],
    );
  const alone: string[] = [];
  for (const id of await all()) alone.push(await convert(id));
  const platforms = await all();
  const together = (ids: readonly string[]) => shop.db.tx((sql) => convertOrders(actAs(sql), ids));
  const made = await together(platforms);
  expect(await told(platforms.map((id) => made.get(id) ?? ""))).toEqual(await told(alone));
  // Once more they are those; numbers follow each other.
  const again = await together([...platforms, ...platforms].reverse());
  expect(platforms.map((id) => again.get(id))).toEqual(platforms.map((id) => made.get(id)));
  const more = await all();
  await expect(together([...more, await taken({ ...july, status: "Pending" })])).rejects.toThrow(
    "平台订单不是待发货状态",
  );
  const none = "select id from sales_order where platform_order_id = any($1::bigint[])";
  expect(await shop.db.query(none, [more])).toEqual([]);
});

test("held with a reason, released without it, marked, cancelled for good", async () => {
  const id = await convert(await taken(july));
  const act = (...[name, input]: [keyof typeof salesOrder.actions, object]) =>
    shop.db.tx((sql) => perform(actAs(sql), salesOrder, id, name, { ...input }, { trusted: true }));
  await act("hold", { reason: "买家要改地址" });
  expect(await read(id)).toMatchObject({ status: "held", reason: "买家要改地址" });
  await act("mark", { tags: ["带电", "带电", "加急"] });
  await expect(act("mark", {})).rejects.toThrow("请填写优先级或标签");
  await act("release", {});
  expect(await read(id)).toMatchObject({ status: "pendingProcess", reason: null, tags: ["带电", "加急"] });
  await act("cancel", { reason: "买家不要了" });
  await expect(act("hold", { reason: "再挂一次" })).rejects.toThrow("已取消状态不能挂起");
});
