// Long because a world, how it is told and what must be true of it are one property.
import fc from "fast-check";
import { expect, test } from "vitest";
import { engine } from "#backend/domain";
import { pairListings } from "#backend/domain/order/platform/pair-listings";
import { orderDifferences } from "#backend/domain/reports/profit/orders.testing";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { actAs } from "../../../tests/acting";
import { given } from "../../../tests/given";
import { runs } from "../../../tests/runs";
import {
  type Account,
  besides,
  linesOf,
  openIntake,
  refunded,
  type SaidOrder,
  type SaidReport,
  settlementText,
  takeOrders,
} from "./figures.testing";
import { takeReports } from "./take";

// A world of 200 orders in two currencies, told in any order, twice, undone, closed and paired in between: whatever way it
// came in, profit by order, goods, store and month adds up to what the settlements paid (figures.md H).

const ORDERS = 200;
const PERIODS = 6;
const DAYS = 14;
const SITES = {
  us: {
    skus: ["A-US", "B-US", "C-US", "A-US-M", "NEW-US"],
    currency: "USD",
    marketplace: "Amazon.com",
    no: "114-0000000-",
  },
  de: { skus: ["A-DE", "B-DE"], currency: "EUR", marketplace: "Amazon.de", no: "304-0000000-" },
} as const;
type Site = keyof typeof SITES;
/** Whole numbers: what is exact in the store's money is exact in CNY. */
const RATES = { us: 7, de: 8 };

const dayOf = (n: number) => new Date(Date.UTC(2026, 7, 1 + n)).toISOString().slice(0, 10);
const text = (cents: number) => (cents / 100).toFixed(2);
const cents = (amount: string | undefined) => Math.round(Number(amount ?? "0") * 100);

const anOrder = fc.record({
  site: fc.constantFrom<Site>("us", "us", "de"),
  sku: fc.nat(4),
  qty: fc.integer({ min: 1, max: 3 }),
  day: fc.integer({ min: 0, max: 50 }),
  later: fc.integer({ min: 0, max: 6 }),
  price: fc.integer({ min: 199, max: 9_999 }),
  ship: fc.constantFrom(0, 0, 499, 1_299),
  promo: fc.constantFrom(0, 0, 37, 150),
  tax: fc.constantFrom(0, 83, 165),
  commission: fc.integer({ min: 30, max: 1_500 }),
  fba: fc.integer({ min: 250, max: 900 }),
  /** Cents of its goods that are given back, and how many days after it was settled. */
  refund: fc.option(fc.record({ part: fc.constantFrom(1, 0.5, 0.3), after: fc.integer({ min: 1, max: 20 }) }), {
    freq: 3,
    nil: undefined,
  }),
  correction: fc.option(fc.integer({ min: -90, max: 90 }), { freq: 5, nil: undefined }),
});

const aPeriod = fc.record({
  subscription: fc.integer({ min: 0, max: 3_999 }),
  storage: fc.integer({ min: 0, max: 2_500 }),
  ads: fc.integer({ min: 0, max: 9_000 }),
  reimbursed: fc.integer({ min: 0, max: 4_000 }),
  nobodyKnows: fc.constantFrom(0, 111),
  reserve: fc.integer({ min: 0, max: 5_000 }),
});

const aWorld = fc.record({
  orders: fc.array(anOrder, { minLength: ORDERS, maxLength: ORDERS }),
  periods: fc.array(aPeriod, { minLength: 2 * PERIODS, maxLength: 2 * PERIODS }),
  /** In which order things are told: parts of orders, settlements, one of them again, one undone, the month closed. */
  turns: fc.array(fc.nat(999), { minLength: 30, maxLength: 30 }),
});
type World = typeof aWorld extends fc.Arbitrary<infer W> ? W : never;

type Line = SaidReport["lines"][number];
const periodOf = (day: string) =>
  Math.min(PERIODS - 1, Math.floor((Date.parse(day) - Date.parse(dayOf(0))) / 86_400_000 / DAYS));

/** What the marketplace of a site knows: its orders, and the settlements that pay for them. */
function told(world: World, site: Site) {
  const { skus, currency, marketplace, no } = SITES[site];
  const lines: Line[] = [];
  const orders = world.orders.flatMap((o, n): SaidOrder[] => {
    if (o.site !== site) return [];
    const sku = given(skus[o.sku % skus.length]);
    const principal = o.price * o.qty;
    const tax = site === "de" ? Math.round(principal * 0.19) : o.tax;
    const order: SaidOrder = {
      no: no + String(n).padStart(7, "0"),
      day: dayOf(o.day),
      sku,
      qty: o.qty,
      principal: text(principal),
      ...(tax && { tax: text(tax) }),
      ...(site === "us" && o.ship && { ship: text(o.ship) }),
      ...(o.promo && { promo: text(o.promo) }),
      commission: text(o.commission),
      ...(sku !== "A-US-M" && { fba: text(o.fba) }),
      posted: dayOf(o.day + o.later),
    };
    lines.push(...linesOf(order));
    if (o.refund) {
      const day = dayOf(o.day + o.later + o.refund.after);
      const back = Math.round((principal - o.promo) * o.refund.part);
      lines.push(
        refunded(day, order, "ItemPrice", "Principal", text(-back)),
        refunded(day, order, "ItemFees", "Commission", text(Math.round(o.commission * o.refund.part))),
        refunded(day, order, "ItemFees", "RefundCommission", "-0.30"),
      );
    }
    if (o.correction)
      lines.push(refunded(dayOf(o.day + o.later + 9), order, "ItemFees", "FBAFeeCorrection", text(o.correction)));
    return [order];
  });
  const reports = Array.from({ length: PERIODS }, (_, n): SaidReport => {
    const at = (day: number) => dayOf(n * DAYS + day);
    const of = (i: number) => given(world.periods[(site === "us" ? 0 : PERIODS) + i]);
    const p = of(n);
    const own = [
      ...lines.filter((line) => periodOf(line.day ?? "") === n),
      besides(at(2), "Subscription Fee", text(-p.subscription)),
      besides(at(3), "Storage Fee", text(-p.storage)),
      besides(at(5), "TransactionTotalAmount", text(-p.ads), "", "Cost of Advertising"),
      besides(at(6), "MISSING_FROM_INBOUND", text(p.reimbursed), given(skus[0]), "FBA Inventory Reimbursement"),
      ...(p.nobodyKnows ? [besides(at(7), "Some New Fee", text(-p.nobodyKnows))] : []),
      besides(at(13), "Current Reserve Amount", text(-p.reserve)),
      ...(n ? [besides(at(0), "Previous Reserve Amount Balance", text(of(n - 1).reserve))] : []),
    ].filter((line) => cents(line[4]) !== 0);
    return {
      no: `${site === "us" ? 21 : 22}00000000${n}`,
      currency,
      marketplace,
      start: at(0),
      end: at(13),
      deposit: at(13),
      total: text(own.reduce((sum, line) => sum + cents(line[4]), 0)),
      lines: own,
    };
  });
  return { orders, reports };
}

/** What of a line is neither tax, nor kept back, nor advertising, which its own reports tell. */
const counts = ([, , type, description]: Line) =>
  !/tax/i.test(type + description) && !/Reserve/.test(description) && type !== "Cost of Advertising";
const sum = (lines: readonly Line[]) => lines.filter(counts).reduce((all, line) => all + cents(line[4]), 0);

/** Sums by key, without what is 0. */
function grouped<T>(rows: readonly T[], key: (row: T) => string, amount: (row: T) => number): Record<string, number> {
  const all: Record<string, number> = {};
  for (const row of rows) all[key(row)] = (all[key(row)] ?? 0) + amount(row);
  return Object.fromEntries(Object.entries(all).filter(([, n]) => n));
}

const PARTS = {
  itemSales: 1,
  shippingIncome: 1,
  promoAmt: -1,
  refundAmt: -1,
  vatAmt: -1,
  platformFee: -1,
  fulfillFee: -1,
  storageFee: -1,
  otherFee: -1,
  reimburseAmt: 1,
};
/** What the marketplace pays of a row, in cents of CNY. */
const paid = (row: Record<string, string>) =>
  Object.entries(PARTS).reduce((all, [name, sign]) => all + sign * cents(row[name]), 0);

async function rowsOf(account: Account, level: string): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = [];
  for (let page = 1; ; page++) {
    const { data } = await account.send(
      "GET",
      `/cockpit/profit${level}/page?current=${page}&size=100&dayFrom=2026-08-01&dayTo=2026-11-30`,
    );
    rows.push(...data.records);
    if (rows.length >= data.total) return rows;
  }
}

/** Confirms and posts a settlement as finance does, where that did not happen by itself. */
async function postAs(account: Account, no: string) {
  for (const action of ["reconcile", "post"])
    if ((await account.document(no)).status !== "posted")
      if (action === "post" || (await account.document(no)).status === "draft")
        expect(await account.act(no, action, { confirmed: true })).toMatchObject({ code: 0 });
}

/** Tells all of a world, in its own order. */
async function tell(account: Account, world: World, sites: Record<Site, ReturnType<typeof told>>) {
  const { db } = account.backend;
  const again = given(sites.us.reports[1]);
  const steps = (["us", "de"] as const).flatMap((site) => {
    const { orders, reports } = sites[site];
    const size = Math.ceil(orders.length / 4);
    return [
      ...[0, 1, 2, 3].map(
        (n) => () => takeOrders(account.backend, account[site], orders.slice(n * size, (n + 1) * size)),
      ),
      ...reports.map((report) => async () => {
        const file = await account.upload(account[site], settlementText(report));
        // Whichever comes second says nothing new.
        expect(report === again ? ["done", "duplicate"] : ["done"], file.problem).toContain(file.status);
        await postAs(account, report.no);
      }),
    ];
  });
  const late: (() => Promise<unknown>)[] = [
    async () => {
      const goods = given(await db.one<{ id: string }>("select id from sku where sku_code = 'FB'"));
      await db.tx((sql) =>
        pairListings(actAs(sql), account.us, [{ sellerSku: "NEW-US", skuId: goods.id, asin: null }], account.group),
      );
      await takeReports(db, engine, account.backend.config);
    },
    () => db.query("update sys_param set value = '2026-08-31' where param_key = 'month_close_until'"),
    async () => {
      const found = await db.one("select 1 from settlement where settlement_no = $1 and del_flag = 0", [again.no]);
      if (!found) return;
      expect(await account.act(again.no, "reverse", { reason: "再算一遍" })).toMatchObject({ code: 0 });
      await postAs(account, again.no);
    },
    async () => {
      await account.upload(account.us, settlementText(again, { reversed: true }));
      await postAs(account, again.no);
    },
  ];
  const all = [...steps, ...late];
  for (const turn of world.turns) {
    const [step] = all.splice(turn % Math.max(all.length, 1), 1);
    await step?.();
  }
  for (const step of all) await step();
}

test("200 orders in any order: each level adds up to what the settlements paid, to the cent", async () => {
  await fc.assert(
    fc.asyncProperty(aWorld, async (world) => {
      const account = await openIntake();
      try {
        const { db } = account.backend;
        await db.query("delete from fact_trade_daily; delete from fact_trade_month; delete from fact_source");
        await db.query("update sys_param set value = '2026-07-31' where param_key = 'month_close_until'");
        await db.query("delete from exchange_rate");
        await db.query(
          `insert into exchange_rate (currency, effective_date, official_rate)
           values ('USD', '2026-07-01', ${RATES.us}), ('EUR', '2026-07-01', ${RATES.de})`,
        );
        const sites = { us: told(world, "us"), de: told(world, "de") };
        await tell(account, world, sites);

        const said = (["us", "de"] as const).flatMap((site) =>
          sites[site].reports.flatMap(({ lines }) => lines.map((line) => ({ line, rate: RATES[site], site }))),
        );
        const money = ({ line, rate }: (typeof said)[number]) => sum([line]) * rate;
        const whole = said.reduce((all, one) => all + money(one), 0);
        const order = grouped(
          said.filter((s) => s.line[1]),
          (s) => s.line[1],
          money,
        );
        expect(grouped(await rowsOf(account, "order"), (r) => given(r.orderNo), paid)).toEqual(order);
        const store = grouped(said, (s) => account[s.site], money);
        expect(grouped(await rowsOf(account, "store"), (r) => given(r.rowStoreId), paid)).toEqual(store);
        const msku = grouped(said, (s) => s.line[5] || "未分配", money);
        const unallocated = (name: string | undefined) => (!name || name === "*" ? "未分配" : name);
        expect(grouped(await rowsOf(account, "msku"), (r) => unallocated(r.msku), paid)).toEqual(msku);
        for (const level of ["sku", "asin", "group", "month"])
          expect(
            (await rowsOf(account, level)).reduce((all, row) => all + paid(row), 0),
            level,
          ).toBe(whole);
        const { differences, figures } = await orderDifferences(db);
        expect(differences).toEqual([]);
        expect(figures).toBeGreaterThan(200);
        // Nothing is foretold any more, and the marketplace owes what it said, kept back or not.
        expect(
          await db.query(
            `select store_id, sum(estimated_fee)::text as foretold from fact_trade_daily
             where store_id in ($1, $2) group by 1 having sum(estimated_fee) <> 0`,
            [account.us, account.de],
          ),
        ).toEqual([]);
        const owed = await db.query<{ store: string; amount: string }>(
          "select store_id as store, sum(amount)::text as amount from plat_entry where store_id in ($1, $2) group by 1",
          [account.us, account.de],
        );
        const reports = (site: Site) => sites[site].reports.flatMap(({ lines }) => lines);
        const activity = (site: Site) =>
          reports(site).reduce((all, line) => all + (/Reserve/.test(line[3]) ? 0 : cents(line[4])), 0);
        expect(
          grouped(
            owed,
            (o) => o.store,
            (o) => cents(o.amount),
          ),
        ).toEqual({ [account.us]: activity("us"), [account.de]: activity("de") });
        expect(await ledgerFaults(db)).toEqual([]);
      } finally {
        await account.backend.close();
      }
    }),
    { numRuns: runs(2), endOnFailure: true },
  );
});
