import { afterAll, beforeAll, expect, test } from "vitest";
import { purgeCustomers } from "#backend/domain/buyers/purge";
import { openShop, orderIn, type Shop } from "#backend/domain/order/platform/platform.testing";
import { loadOrders } from "#backend/domain/order/rule/run/load-orders";
import { convertOrder } from "#backend/domain/order/sales/convert";
import { purgePersonal } from "#backend/domain/personal/purge";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { customer } from "#documents/service/customer";
import { actAs } from "../../../../tests/acting";
import { restoreCustomers } from "./auto-restore";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.list("A100");
  await shop.list("B200");
  await shop.db.query("update exchange_rate set my_rate = 7.15 where currency = 'USD'");
});
afterAll(() => shop.db.close());

let n = 0;
const buyer = (email: string, name = "Jordan Example") => ({ name, email });
type Order = NonNullable<Parameters<typeof orderIn>[0]>;
const bought = async (email: string, more: Order = {}) => {
  const platformOrderNo = `115-0000000-${String(++n).padStart(7, "0")}`;
  return (await shop.take(orderIn({ platformOrderNo, buyer: buyer(email), ...more }))).ids[0] ?? "";
};
const look = (id: string) =>
  shop.db.one<Record<string, unknown>>(
    `select c.status, c.order_count as orders, c.order_amount_cny::text as amount, c.level, c.blacklist,
       c.buyer_alias_shown as shown, c.buyer_alias is not null as sealed, c.note, c.tags
     from customer c join platform_order o on o.buyer_key = c.buyer_key where o.id = $1`,
    [id],
  );
const idOf = async (orderId: string) =>
  (
    await shop.db.one<{ id: string }>(
      `select c.id from customer c join platform_order o on o.buyer_key = c.buyer_key where o.id = $1`,
      [orderId],
    )
  )?.id ?? "";
type Action = keyof typeof customer.actions;
const act = (id: string, action: Action, input: object) =>
  shop.db.tx((sql) => perform(actAs(sql), customer, id, action, { ...input }, { trusted: true }));

test("one buyer is one customer, whatever the letters; cancelled orders do not count", async () => {
  const first = await bought("Two@Example.com");
  expect(await look(first)).toMatchObject({ orders: 1, level: "new", amount: "695.98" });
  await bought("two@example.com ");
  await bought("two@example.com", { status: "Canceled" });
  expect(await look(first)).toMatchObject({ orders: 2, level: "repeat", amount: "1391.96" });
  for (let i = 0; i < 3; i++) await bought("two@example.com");
  expect(await look(first)).toMatchObject({ orders: 5, level: "vip" });
  const count = await shop.db.one("select count(*)::int as n from customer");
  expect(count).toEqual({ n: 1 });
});

test("an order that is cancelled later, or told to be another's, leaves its buyer", async () => {
  const no = "115-9999999-0000001";
  const told = (minute: number, more: Order) =>
    shop.take(orderIn({ platformOrderNo: no, lastUpdateTime: `2026-07-06T06:${minute}:00Z`, ...more }));
  const { ids } = await told(10, { buyer: buyer("late@example.com") });
  const [first = ""] = ids;
  const late = await idOf(first);
  await told(11, { buyer: buyer("late@example.com"), status: "Canceled" });
  expect(await look(first)).toMatchObject({ orders: 0, level: "new" });
  await told(12, { buyer: buyer("other@example.com") });
  expect(await look(first)).toMatchObject({ orders: 1 });
  const left = await shop.db.one("select order_count as n from customer where id = $1", [late]);
  expect(left).toEqual({ n: 0 });
});

test("who is blacklisted is seen by rules until the day is over", async () => {
  const platform = await bought("black@example.com");
  const id = await idOf(platform);
  await expect(act(id, "blacklist", { reason: "四个字吧" })).rejects.toThrow("拉黑原因不能少于5个字");
  await act(id, "blacklist", { reason: "多次恶意退货", until: "2099-01-01" });
  const order = await shop.db.tx((sql) => convertOrder(actAs(sql), platform));
  const said = async () => {
    const [one] = await shop.db.tx((sql) => loadOrders(actAs(sql), [order], []));
    return one?.facts.isBlacklistBuyer;
  };
  expect(await said()).toBe(true);
  await restoreCustomers(shop.db);
  expect(await look(platform)).toMatchObject({ status: "blacklisted", blacklist: true });
  await shop.db.query("update customer set blacklist_until = '2026-01-01' where id = $1", [id]);
  await restoreCustomers(shop.db);
  expect(await look(platform)).toMatchObject({ status: "normal", blacklist: false });
  expect(await said()).toBe(false);
});

test("tags are words of the dictionary; a note holds no address", async () => {
  const platform = await bought("tags@example.com");
  const id = await idOf(platform);
  await act(id, "tag", { add: "bulk" });
  await act(id, "tag", { add: "helpful", remove: "bulk" });
  await expect(act(id, "tag", {})).rejects.toThrow("请选择要加或去的标签");
  for (const note of ["写信到 a@b.com", "电话 206 555 0142"])
    await expect(act(id, "writeNote", { note })).rejects.toThrow("备注不能有邮箱、电话等个人信息");
  await act(id, "writeNote", { note: "偏好周末送货，买过2次" });
  expect(await look(platform)).toMatchObject({ tags: ["反馈优质"], note: "偏好周末送货，买过2次" });
});

test("past its time who bought is nobody any more; the figures and the blacklist stay", async () => {
  const platform = await bought("gone@example.com", { status: "Shipped" });
  const id = await idOf(platform);
  await act(id, "writeNote", { note: "备注" });
  await act(id, "blacklist", { reason: "多次恶意退货" });
  await purgeCustomers(shop.db, "1");
  expect(await look(platform)).toMatchObject({ status: "blacklisted", sealed: true });
  await shop.db.query("update platform_order set last_update_time = now() - interval '31 days' where id = $1", [
    platform,
  ]);
  await purgePersonal(shop.db);
  expect(await look(platform)).toMatchObject({
    status: "purged",
    sealed: false,
    shown: null,
    note: null,
    orders: 1,
    amount: "695.98",
    blacklist: true,
  });
  await bought("gone@example.com");
  expect(await look(platform)).toMatchObject({ status: "blacklisted", sealed: true, orders: 2 });
});
