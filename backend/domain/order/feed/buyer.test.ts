import { afterAll, beforeAll, expect, test } from "vitest";
import { readDocument } from "#backend/engine/documents/reading/read-document";
import { installQueue } from "#backend/platform/jobs/queue";
import { readKeyRing, setKeys } from "#backend/platform/personal/ring";
import { platformOrder } from "#documents/order/platform-order";
import { TEST_KEYS } from "../../../../scripts/test-product.mjs";
import { actAs } from "../../../../tests/acting";
import { loadOrders } from "../rule/run/load-orders";
import { type Market, openMarket, placedIn } from "./feed.testing";

// market.md 14: who bought, and who gets it, is nowhere to be read.
const WORDS = ["Zelda Quagmire", "Quagmire", "310 555 0177", "5550177", "9 Palimpsest Row"];
const EMAIL = "zq.7781@marketplace.example";

let market: Market;
beforeAll(async () => {
  market = await openMarket();
  await installQueue(market.db);
  await market.list("A100");
  await market.list("B200");
});
afterAll(async () => {
  setKeys(readKeyRing(TEST_KEYS));
  await market.close();
});

const buys = (n: number, buyerEmail: string, street: string, more = {}) =>
  market.place(
    placedIn({
      orderNo: `112-0000000-000000${n}`,
      purchaseTime: `2026-07-0${n}T05:00:00Z`,
      buyerEmail,
      buyerName: WORDS[0],
      lastUpdateTime: undefined,
      ...more,
      address: { name: WORDS[0], phone: "310 555 0177", line1: street, city: "Los Angeles" },
    }),
  );
const orders = () =>
  market.db.query<{ id: string; key: string | null; shown: string | null; sealed: string }>(
    `select id, buyer_key as key, buyer_alias_shown as shown, buyer_alias as sealed from platform_order
     order by platform_order_no`,
  );

test("orders of one buyer are found together, whatever the letters of the address", async () => {
  await buys(1, EMAIL, "9 Palimpsest Row");
  await buys(2, EMAIL.toUpperCase(), "1 Other St");
  await buys(3, "somebody@marketplace.example", "2 Third St");
  await market.turn();
  const [one, two, three] = await orders();
  expect(one?.key).toEqual(expect.stringMatching(/^test\.[\w-]{43}$/));
  expect(two?.key).toBe(one?.key);
  expect(three?.key).not.toBe(one?.key);
  expect(one).toMatchObject({ shown: "Z***e", sealed: expect.stringMatching(/^test\./) });
  expect(two?.sealed).not.toBe(one?.sealed);
  const read = await market.db.tx((sql) => readDocument(actAs(sql), platformOrder, {}, one?.id ?? ""));
  expect(read).toMatchObject({ buyerAlias: "Z***e", buyerKey: one?.key });
});

test("rules know who bought before, at another address too; a cancelled order is none", async () => {
  const repeat = async () => {
    const rows = await market.db.query<{ id: string }>("select id from sales_order order by id");
    const facts = await market.db.tx((sql) =>
      loadOrders(
        actAs(sql),
        rows.map((r) => r.id),
        [],
      ),
    );
    return facts.map((f) => f.facts.isRepeatBuyer);
  };
  expect(await repeat()).toEqual([false, true, false]);
  await market.standIns.control("marketplace", { cancel: { orderNo: "112-0000000-0000001" } });
  await market.turn();
  expect(await repeat()).toEqual([false, false, false]);
});

test("told without the buyer, what is kept stays", async () => {
  const before = await orders();
  // While it waits for its payment nobody is told who bought.
  await buys(3, "other@marketplace.example", "2 Third St", { status: "Pending" });
  await market.turn();
  expect(
    await market.db.one("select status from platform_order where platform_order_no = '112-0000000-0000003'"),
  ).toEqual({ status: "Pending" });
  expect((await orders())[2]).toEqual(before[2]);
});

test("who is known under an older key stays who it was", async () => {
  const [, known] = await orders();
  setKeys(readKeyRing(`next:${Buffer.alloc(32, 9).toString("base64")},${TEST_KEYS}`));
  await buys(4, EMAIL, "3 Fourth St");
  await buys(5, "new@marketplace.example", "4 Fifth St");
  await market.turn();
  const after = await orders();
  expect(after[3]?.key).toBe(known?.key);
  expect(after[4]?.key).toMatch(/^next\./);
  setKeys(readKeyRing(TEST_KEYS));
});

test("no row of any table holds the name, the phone, the street or the e-mail", async () => {
  const tables = await market.db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map((t) => t.name)).toEqual(
    expect.arrayContaining(["sales_order", "outbox", "feed_run", "platform_order_202607"]),
  );
  const holding = async (words: readonly string[]) => {
    const found: string[] = [];
    for (const { name } of tables) {
      const row = await market.db.one<{ n: number }>(
        `select count(*)::int as n from ${name} t where t::text ilike any ($1)`,
        [words.map((word) => `%${word}%`)],
      );
      if (row?.n) found.push(name);
    }
    return found;
  };
  expect(await holding(["112-0000000-0000002"])).toContain("sales_order");
  expect(await holding([...WORDS, EMAIL])).toEqual([]);
  expect(await orders()).toHaveLength(5);
});
