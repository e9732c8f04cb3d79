import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { type Account, openWorld, takeOrders } from "#backend/domain/intake/figures.testing";
import { advertise } from "#backend/domain/intake/figures-door.testing";
import { DE, PREVIEW, S1_US, S2_US, table, US } from "#backend/domain/intake/figures-world.testing";
import { watchAlerts } from "#backend/engine/desk/alerts/watch";
import { addTradeFacts } from "#backend/ledgers/facts/post";
import { today } from "#backend/platform/values";
import { given } from "../../../../tests/given";
import { login } from "../../../../tests/harness";

// 产品表现 (figures.md D.5 and its line of E): what a listing sells, draws, costs and has in stock.

let account: Account;
const WEEK = "dayFrom=2026-08-10&dayTo=2026-08-16";
const EACH = [40, 20, 30, 40, 30, 20, 20];

beforeAll(async () => {
  account = await openWorld();
  const { db } = account.backend;
  await db.query("update site set marketplace_id = 'US-1' where site_code = 'US'");
  await takeOrders(account.backend, account.us, US);
  await takeOrders(account.backend, account.de, DE);
  await advertise(account);
  expect(await account.upload(account.us, table(PREVIEW))).toMatchObject({ status: "done" });
  for (const [i, sessions] of EACH.entries())
    expect(
      await account.upload(
        account.us,
        JSON.stringify({
          reportSpecification: {
            reportType: "GET_SALES_AND_TRAFFIC_REPORT",
            reportOptions: { dateGranularity: "DAY", asinGranularity: "SKU" },
            dataStartTime: `2026-08-${10 + i}`,
            dataEndTime: `2026-08-${10 + i}`,
            marketplaceIds: ["US-1"],
          },
          salesAndTrafficByAsin: [
            {
              childAsin: "B0AAAAAAA1",
              sku: "A-US",
              salesByAsin: { unitsOrdered: 0, orderedProductSales: { amount: 0, currencyCode: "USD" } },
              trafficByAsin: { sessions, pageViews: sessions * 2, buyBoxPercentage: i < 6 ? 90 : 20 },
            },
          ],
        }),
        {},
        "traffic.json",
      ),
    ).toMatchObject({ status: "done" });
  // What lies there at the end of 08-16 (E.1): 113 of A, 38 of B.
  await db.query(
    `insert into fba_stock (store_id, day, msku, fact_sku, fulfillable_qty, working_qty, shipped_qty, receiving_qty)
     select $1::bigint, x.day::date, x.msku, x.msku, x.qty, 1, 2, 3
     from (values ('2026-08-15', 'A-US', 0), ('2026-08-16', 'A-US', 113), ('2026-08-16', 'B-US', 38)) x(day, msku, qty)`,
    [account.us],
  );
});
afterAll(() => account.backend.close());

type Row = Record<string, string | number | null>;
async function list(level: string, query: string, who?: string) {
  const path = `/cockpit/performance${level}/page?current=1&size=100&${query}`;
  const { data }: { data: { records: Row[]; summary: Row } } = await account.send("GET", path, undefined, who);
  return data;
}
const listing = async (msku: string, query = WEEK) =>
  given((await list("msku", `${query}&storeId=${account.us}`)).records.find((r) => r.msku === msku));

test("a listing's week by hand", async () => {
  expect(await listing("A-US", `${WEEK}&pace=d7`)).toMatchObject({
    units: 4,
    localSales: "79.96",
    currency: "USD",
    // 79.96 USD and 6.15 USD at 7.15.
    sales: "571.71",
    adSpend: "43.97",
    sessions: 200,
    conversion: "2.00",
    tacos: "7.69",
    availableQty: 113,
    inboundQty: 6,
    stockDay: "2026-08-16",
    coverDays: 197,
    // 180 views of the last day at 20 %, the others at 90 %.
    buyBox: "83.00",
    trend: expect.stringMatching(/^(\d+,){29}\d+$/),
  });
});

test("a set is as many as its parts make; what nobody said is unknown", async () => {
  expect(await listing("C-US")).toMatchObject({ units: 1, availableQty: 38, sessions: 0, conversion: null });
  // What we send ourselves: no report of listings says how many there are.
  expect(await listing("A-US-M")).toMatchObject({ units: 1, availableQty: null, coverDays: null });
  const german = (await list("msku", `${WEEK}&storeId=${account.de}`)).records;
  expect(german.map((r) => [r.msku, r.sessions, r.availableQty]).sort()).toEqual([
    ["A-DE", null, null],
    ["B-DE", null, null],
  ]);
});

test("every level has the same sums, as 利润报表 has of the same goods", async () => {
  const of = `dayFrom=2026-08-01&dayTo=2026-08-31&storeId=${account.us},${account.de}`;
  const { summary } = await list("msku", of);
  for (const level of ["asin", "parent", "sku", "store"]) {
    const { units, sales, netProfit, sessions } = (await list(level, of)).summary;
    expect([level, units, sales, netProfit, sessions]).toEqual([
      level,
      summary.units,
      summary.sales,
      summary.netProfit,
      summary.sessions,
    ]);
  }
  const profit = await account.send("GET", `/cockpit/profitmsku/page?current=1&size=100&${of}`);
  const known: Row[] = profit.data.records.filter((r: Row) => r.factSku !== "*");
  const performance = new Map((await list("msku", of)).records.map((r) => [`${r.storeId}/${r.msku}`, r]));
  expect(known).toHaveLength(6);
  for (const row of known)
    expect(performance.get(`${row.storeId}/${row.factSku}`)).toMatchObject({
      units: row.units,
      netProfit: row.netProfit,
      income: row.income,
    });
});

test("a rank is the last one of the week before the end, and that of its day on each day", async () => {
  const { db } = account.backend;
  expect(await listing("A-US")).toMatchObject({ salesRank: null });
  await db.query(
    `insert into listing_rank (tenant_id, store_id, asin, day, rank, rank_in)
     select 1, $1, 'B0AAAAAAA1', d::date, n, 'Home' from (values ('2026-08-04', 7), ('2026-08-12', 900), ('2026-08-14', 800),
       ('2026-08-30', 1)) v(d, n)`,
    [account.us],
  );
  // What we send ourselves is the same product; the other store says nothing of it.
  for (const [msku, salesRank] of [
    ["A-US", 800],
    ["A-US-M", 800],
    ["B-US", null],
  ])
    expect(await listing(`${msku}`), `${msku}`).toMatchObject({ salesRank });
  const german = (await list("msku", `${WEEK}&storeId=${account.de}`)).records;
  expect(german.map((r) => r.salesRank)).toEqual([null, null]);
  const days = (await list("day", `${WEEK}&storeId=${account.us}&msku=A-US`)).records;
  expect(days.flatMap((d) => (d.salesRank ? [[d.bizDay, d.salesRank]] : [])).sort()).toEqual([
    ["2026-08-12", 900],
    ["2026-08-14", 800],
  ]);
  await db.query("delete from listing_rank");
});

test("days of a listing add up to its row, and say what happened", async () => {
  const of = `${WEEK}&storeId=${account.us}&msku=A-US`;
  await account.send("POST", "/cockpit/listingnote", {
    noteDay: "2026-08-12",
    storeId: account.us,
    msku: "A-US",
    what: "price",
    content: "降价1美元",
  });
  const { records } = await list("day", of);
  expect(records).toHaveLength(7);
  const [row] = (await list("msku", of)).records;
  expect(row).toMatchObject({ units: 4, sales: "571.71", sessions: 200, conversion: "2.00" });
  const sum = (name: string) => records.reduce((all, day) => all + Number(day[name] ?? 0), 0);
  expect([sum("units"), sum("sessions"), sum("sales").toFixed(2)]).toEqual([4, 200, "571.71"]);
  const said = Object.fromEntries(records.map((r) => [r.bizDay, r.events]));
  expect(said["2026-08-12"]).toBe("调价：降价1美元");
  // The first report says that there is none.
  expect(said["2026-08-15"]).toBeNull();
  expect(said["2026-08-16"]).toBe("恢复可售");
  const { data } = await account.send("GET", `/cockpit/performanceday/overview?${of}`);
  expect(data).toMatchObject({ listings: 1, about: { msku: "A-US" }, figures: { units: 4, sales: "571.71" } });
  // A-US-M is another listing: a name that leads is meant whole.
  expect((await list("msku", of)).records.map((r) => r.msku)).toEqual(["A-US"]);
});

test("what the team did to a listing is told with who did it, as far as its documents may be opened", async () => {
  const { db } = account.backend;
  const of = `${WEEK}&storeId=${account.us}&msku=A-US`;
  const user = given(await db.one<{ id: string }>("select id::text from sys_user where username = 'logistics'")).id;
  const one = async (text: string, values: unknown[] = []) => given(await db.one<{ id: string }>(text, values)).id;
  const sent = await one(
    `insert into transfer (tenant_id, no, status, store_id, shipment_id, ship_time, create_by, del_flag, version)
     values (1, 'DBTEST1', 'shipped', $1, 'FBA15DEEDS01', '2026-08-14T02:00:00Z', $2, 0, 0) returning id::text`,
    [account.us, user],
  );
  await db.query(
    `insert into transfer_line (tenant_id, transfer_id, line_no, sku_id, msku, good_qty, bad_qty, del_flag)
     select 1, $1, x.n, l.sku_id, x.msku, x.qty, 0, 0
     from (values (1, 'A-US', 60), (2, 'B-US', 40)) x(n, msku, qty)
       join sku_listing l on l.store_id = $2 and l.msku = x.msku`,
    [sent, account.us],
  );
  await db.query(
    `insert into listing_change (tenant_id, store_id, fact_sku, day, what, old_value, new_value)
     values (1, $1, 'A-US', '2026-08-13', 'price', '19.9900', '18.9900'), (1, $1, 'B-US', '2026-08-13', 'price', '9', '8')`,
    [account.us],
  );
  const deeds = async (token?: string) =>
    (await account.send("GET", `/cockpit/performanceday/overview?${of}`, undefined, token)).data.deeds;
  const who = given(
    await db.one<{ name: string }>("select displayname as name from sys_user where id = $1", [user]),
  ).name;
  const found = await deeds();
  expect(found.map((d: Row) => [d.day, d.kind, d.said])).toEqual([
    ["2026-08-14", "发往FBA", "60件，货件FBA15DEEDS01，运输中"],
    ["2026-08-13", "价格", "19.99→18.99"],
    ["2026-08-12", "调价", "降价1美元"],
  ]);
  expect(found[0]).toMatchObject({ who, document: "transfer", id: sent, no: "DBTEST1" });
  expect(found[1]).toMatchObject({ who: "平台报告", document: null });
  await db.query("update sys_user set group_ids = (select array_agg(id) from ops_group) where username = 'ops'");
  const mine: Row[] = await deeds(await login(account.backend.url, "ops"));
  expect(mine.every(({ document, id }) => (document === null) === (id === null))).toBe(true);
  await db.query("delete from transfer_line where transfer_id = $1", [sent]);
  await db.query("delete from transfer where id = $1", [sent]);
});

test("a note names a listing of its store", async () => {
  const answer = await account.send("POST", "/cockpit/listingnote", {
    noteDay: "2026-08-12",
    storeId: account.us,
    msku: "A-DE",
    what: "price",
    content: "x",
  });
  expect(answer.msg).toBe("店铺没有MSKU A-DE");
});

test("a delivery that costs more than the platform said is told", async () => {
  const alarms = async () => (await listing("B-US", "dayFrom=2026-08-10&dayTo=2026-09-14")).alarms;
  expect(await alarms()).not.toContain("fee");
  await account.settled(account.us, S1_US);
  await account.act(S1_US.no, "reconcile", { confirmed: true });
  expect(await account.act(S1_US.no, "post")).toMatchObject({ code: 0 });
  // 5.68 as was expected.
  expect(await alarms()).not.toContain("fee");
  await account.settled(account.us, S2_US);
  await account.act(S2_US.no, "reconcile");
  expect(await account.act(S2_US.no, "post")).toMatchObject({ code: 0 });
  // 11.90 for two: 5.95, 4.75 % more.
  expect(await alarms()).toContain("fee");
  const { data } = await account.send("GET", `/cockpit/performanceday/overview?storeId=${account.us}&msku=B-US`);
  expect(data.about).toMatchObject({ preview: "5.68", settled: "5.95" });
});

test("who asked is told of goods that will run out, with the way to them", async () => {
  const { db } = account.backend;
  await db.tx(async (sql) => {
    const entry = {
      sourceType: "settlement",
      sourceNo: "T1",
      storeId: account.us,
      bizDate: today(-1),
      sellerSku: "A-US",
    };
    await addTradeFacts(sql, [{ ...entry, column: "units", amount: "30" }]);
  });
  await db.query(
    `insert into fba_stock (store_id, day, msku, fact_sku, fulfillable_qty) values ($1, $2, 'A-US', 'A-US', 10)`,
    [account.us, today(-1)],
  );
  await db.query(
    `insert into desk_alert (tenant_id, user_id, kind, threshold, channel)
     select 1, id, 'performance_msku.stockOut', 5, 'now' from sys_user where username = 'admin'`,
  );
  await watchAlerts(db, engine);
  // Ten pieces at one a day, where thirty days go by until others come.
  expect(await db.query("select content from sys_notification where title like '预警%'")).toEqual([
    {
      content: expect.stringMatching(
        /<a href="\/cockpit\/listing\/index\?alarms=stockOut&#38;msku=A-US&#38;v=0">产品表现 A-US：20天<\/a>/,
      ),
    },
  ]);
});

test("who works for one group sees its listings alone, others nothing", async () => {
  const { db } = account.backend;
  const group = given(await db.one<{ id: string }>("select id from ops_group order by id desc limit 1")).id;
  await db.query("update sku_listing set group_id = $2 where store_id = $1 and msku = 'C-US'", [account.us, group]);
  const ops = await login(account.backend.url, "ops");
  await db.query("update sys_user set group_ids = array[$1::bigint] where username = 'ops'", [group]);
  const mine = (await list("msku", `${WEEK}&storeId=${account.us}`, ops)).records.map((r) => r.msku);
  expect(mine).toEqual(["C-US"]);
  const store = (await list("store", `${WEEK}&storeId=${account.us}`, ops)).records;
  expect(store.map((r) => r.units)).toEqual([1]);
  const days = await list("day", `${WEEK}&storeId=${account.us}&msku=A-US`, ops);
  expect(days.records.every((r) => !r.units && !r.events)).toBe(true);
  const buyer = await login(account.backend.url, "buyer");
  const refused = await account.send("GET", "/cockpit/performancemsku/page?current=1&size=20", undefined, buyer);
  expect(refused.code).not.toBe(0);
});
