import { afterAll, beforeAll, expect, test } from "vitest";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { type StandIns, startStandIns } from "../../../../standins";
import { given } from "../../../../tests/given";
import { type Account, connectStores, openIntake } from "../figures.testing";
import { readRanks } from "./ranks";

// How what a store sells ranks, by the platform's catalogue (figures.md A.3, D.5).

const US = "ATVPDKIKX0DER";
let account: Account;
let standIns: StandIns;

beforeAll(async () => {
  account = await openIntake();
  standIns = await startStandIns({
    seed: "ranks",
    sellers: [{ name: "F", country: "US", account: "F", marketplaceId: US, currency: "USD" }],
  });
  answeredAt(standIns.url);
  const { db } = account.backend;
  await connectStores(account.backend, account);
  await db.query("update site set marketplace_id = case site_code when 'US' then $1 else '' end", [US]);
  const listing = (sku: string, asin: string) => ({ account: "F", marketplaceId: US, sku, asin });
  await standIns.control("marketplace", {
    place: {
      seller: "F",
      marketplaceId: US,
      currency: "USD",
      channel: "AFN",
      status: "Shipped",
      lines: [{ sellerSku: "B-US", asin: "B0BBBBBBB1", qty: 9, itemPrice: "60.00", title: "Bowl" }],
    },
    listings: [listing("A-US", "B0AAAAAAA1"), listing("B-US", "B0BBBBBBB1")],
  });
});
afterAll(async () => {
  answeredAt(null);
  await standIns.stop();
  await account.backend.close();
});

/** Listings of the store as its report said them. */
const list = (rows: readonly { msku: string; asin: string | null; state?: string }[]) =>
  account.backend.db.query(
    `insert into store_listing (store_id, msku, fact_sku, asin, state, channel, report_time, row_key)
     select $1::bigint, x.msku, x.msku, x.asin, coalesce(x.state, 'active'), 'AFN', now(), $1::text || x.msku
     from jsonb_to_recordset($2::jsonb) as x(msku text, asin text, state text)`,
    [account.us, JSON.stringify(rows)],
  );
const ranks = () =>
  account.backend.db.query<{
    asin: string;
    rank: number | null;
    group: string | null;
    leaf: string | null;
    today: boolean;
  }>(
    `select asin, rank, rank_in as "group", leaf_rank || ' ' || leaf_in as leaf,
       day = (now() at time zone 'America/Los_Angeles')::date as today from listing_rank where store_id = $1 order by asin`,
    [account.us],
  );
const fault = async () =>
  (
    await account.backend.db.one<{ said: string | null }>(
      "select last_error as said from connector where store_id = $1",
      [account.us],
    )
  )?.said;

test("what is sold is asked for once a day, also more than one call names; what nobody knows has no rank", async () => {
  const { db } = account.backend;
  await db.query("update sku_listing set parent_asin = 'B0TYPED001' where store_id = $1 and msku = 'A-US'", [
    account.us,
  ]);
  await list([
    { msku: "A-US", asin: "B0AAAAAAA1" },
    // Two of one product.
    { msku: "B-US", asin: "B0BBBBBBB1" },
    { msku: "B-US-M", asin: "B0BBBBBBB1" },
    { msku: "C-US", asin: "B0CCCCCCC1", state: "inactive" },
    { msku: "NONE", asin: null },
    ...Array.from({ length: 25 }, (_, n) => ({ msku: `OTHER-${n}`, asin: `B0OTHER0${10 + n}` })),
  ]);
  await readRanks(db);
  const found = await ranks();
  expect(found).toHaveLength(27);
  expect(found.every(({ today }) => today)).toBe(true);
  const [a, b] = [given(found[0]), given(found[1])];
  expect([a.asin, b.asin]).toEqual(["B0AAAAAAA1", "B0BBBBBBB1"]);
  expect(a).toMatchObject({ group: "Home & Kitchen", leaf: expect.stringMatching(/^\d+ Storage$/) });
  // Nine of it were sold.
  expect(Number(b.rank)).toBeLessThan(Number(a.rank));
  expect(found.slice(2).every(({ rank, group }) => rank === null && group === null)).toBe(true);
  const parents = await db.query(
    "select msku, parent_asin as parent from sku_listing where store_id = $1 and msku in ('A-US', 'B-US') order by 1",
    [account.us],
  );
  expect(parents).toEqual([
    { msku: "A-US", parent: "B0TYPED001" },
    { msku: "B-US", parent: expect.stringMatching(/^B0P\d{7}$/) },
  ]);
  // Nobody is asked a second time on the day, and nothing is wrong.
  await db.query("update call_quota set tokens = 0, per_second = 0.001 where operation = 'searchCatalogItems'");
  await readRanks(db);
  expect(await fault()).toBeNull();
});

test("what is not answered is said at the connection, and asked for again", async () => {
  const { db } = account.backend;
  await db.query("delete from listing_rank where store_id = $1", [account.us]);
  await readRanks(db);
  expect(await ranks()).toEqual([]);
  expect(await fault()).toBe("商品排名：调用次数已到上限，稍后继续");
  await db.query("update call_quota set tokens = 9, per_second = 9, burst = 9 where operation = 'searchCatalogItems'");
  await readRanks(db);
  expect(await ranks()).toHaveLength(27);
});
