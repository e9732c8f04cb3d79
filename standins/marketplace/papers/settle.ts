import { z } from "zod";
import { Fault } from "../../http/words";
import type { MarketOrder, MarketRefund } from "../../world/marketplace";
import type { Settlement, SettlementLine } from "../../world/settlement";
import { digitsOf, nextOf, type World } from "../../world/world";
import { minorOf } from "./markets";
import { orderLines, refundLines } from "./settlement-lines";

const text = z.string().min(1).max(100);
const time = z.iso.datetime({ offset: true });
const amount = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, "must be an amount");
const signed = z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/, "must be an amount");

/** Ends the settlement period of an account. */
export const settling = z
  .object({
    account: text,
    until: time,
    /** Where the first period begins; later ones follow the one before. */
    from: time.optional(),
    /** What the account pays for itself, in every currency; else as usual. */
    subscription: amount.optional(),
    /** What is kept back, in the currency of the account's own marketplace or of each. */
    reserve: z.union([amount, z.record(z.string().length(3), amount)]).default("0"),
    /** What else there was: storage, advertising, reimbursements, kinds that nobody knows. */
    lines: z
      .array(
        z.object({
          currency: z.string().length(3).optional(),
          kind: text.default("other-transaction"),
          amountType: text,
          amountDescription: text,
          amount: signed,
          posted: time,
          orderNo: text.optional(),
          sku: text.optional(),
          quantity: z.number().int().min(0).optional(),
        }),
      )
      .max(1000)
      .default([]),
  })
  .strict();
type Settling = z.output<typeof settling>;

const DAY = 86_400_000;
/** A first period begins so many days before its end, unless an order left earlier. */
const FIRST_DAYS = 14;
const DEPOSIT_DAYS = 2;
const SUBSCRIPTION_DAY = 4;
const MOST_SETTLEMENTS = 2_000;
/** What a seller pays a month in each currency. */
const SUBSCRIPTION: Readonly<Record<string, string>> = {
  EUR: "39.00",
  GBP: "30.00",
  CAD: "29.99",
  MXN: "600.00",
  JPY: "4900",
};
const SUBSCRIPTION_ELSEWHERE = "39.99";

const at = (iso: string) => Date.parse(iso);
const iso = (ms: number) => new Date(ms).toISOString();
const GONE = ["Shipped", "PartiallyShipped"];

/**
 * When an order's money is booked: when its last parcel left, else a day after it was bought; nothing
 * where that is later. One that left since it was bought is booked at the end.
 */
function postedOf(world: World, { head, left }: MarketOrder, until: number): string | undefined {
  if (head.OrderStatus === "Canceled" || head.OrderStatus === "Pending") return undefined;
  const parcels = world.confirmed.filter((c) => c.orderNo === head.AmazonOrderId).map((c) => at(c.shipDate));
  const posted = parcels.length ? Math.max(...parcels) : left ? at(left) : at(head.PurchaseDate) + DAY;
  if (posted <= until) return iso(posted);
  if (left) return undefined;
  return GONE.includes(head.OrderStatus) && at(head.PurchaseDate) <= until ? iso(until) : undefined;
}

interface Due<T> {
  of: T;
  posted: string;
}
interface Dues {
  orders: Due<MarketOrder>[];
  refunds: Due<{ order: MarketOrder; refund: MarketRefund }>[];
}

/** What an account has that no settlement names, up to a time, by currency. */
function duesOf(world: World, account: string, until: number): Map<string, Dues> {
  const told = new Set(world.settlements.flatMap((s) => [...s.orders, ...s.refunds]));
  const dues = new Map<string, Dues>();
  const duesIn = (currency: string) => {
    const found = dues.get(currency) ?? { orders: [], refunds: [] };
    dues.set(currency, found);
    return found;
  };
  for (const order of Object.values(world.orders)) {
    const { AmazonOrderId: no, OrderTotal: total } = order.head;
    if (order.account !== account || told.has(no)) continue;
    const posted = postedOf(world, order, until);
    if (!posted) continue;
    told.add(no);
    duesIn(total.CurrencyCode).orders.push({ of: order, posted });
  }
  for (const refund of world.refunds) {
    const order = world.orders[refund.orderNo];
    // An order that is still to be settled is so before what is given back of it.
    if (order?.account !== account || told.has(refund.refundId) || !told.has(refund.orderNo)) continue;
    const paid = refund.time ?? iso(until);
    if (at(paid) <= until) duesIn(refund.currency).refunds.push({ of: { order, refund }, posted: paid });
  }
  return dues;
}

const other = (amountDescription: string, minor: number, posted: string): SettlementLine => ({
  kind: "other-transaction",
  amountType: "other-transaction",
  amountDescription,
  amount: minor,
  posted,
});

interface Period {
  currency: string;
  dues: Dues;
  /** The one before it. */
  last?: Settlement;
  reserve: number;
  marketplaceId: string;
}

function settledOf(world: World, said: Settling, { currency, dues, last, reserve, marketplaceId }: Period): Settlement {
  const { account } = said;
  const end = iso(at(said.until));
  const orders = [...dues.orders].sort((a, b) => at(a.posted) - at(b.posted));
  const earliest = Math.min(at(end) - FIRST_DAYS * DAY, ...orders.map((o) => at(o.posted)));
  const start = last?.end ?? (said.from ? iso(at(said.from)) : iso(Math.floor(earliest / DAY) * DAY));
  const subscription = minorOf(said.subscription ?? SUBSCRIPTION[currency] ?? SUBSCRIPTION_ELSEWHERE, currency);
  const subscribed = iso(Math.min(at(start) + SUBSCRIPTION_DAY * DAY, at(end)));
  const lines = [
    ...(last?.reserve ? [other("Previous Reserve Amount Balance", last.reserve, start)] : []),
    ...orders.flatMap(({ of, posted }) => orderLines(world, of, posted)),
    ...dues.refunds.flatMap(({ of, posted }) => refundLines(of.order, of.refund, posted)),
    ...(subscription ? [other("Subscription Fee", -subscription, subscribed)] : []),
    ...said.lines.map(({ currency: _, ...line }) => ({
      ...line,
      amount: minorOf(line.amount, currency),
      posted: iso(at(line.posted)),
    })),
    ...(reserve ? [other("Current Reserve Amount", -reserve, end)] : []),
  ];
  return {
    id: `1${digitsOf(`${world.seed} ${account} ${currency} ${nextOf(world)}`, 10)}`,
    account,
    currency,
    marketplaceId,
    start,
    end,
    deposit: iso(at(end) + DEPOSIT_DAYS * DAY),
    reserve,
    lines,
    orders: orders.map(({ of }) => of.head.AmazonOrderId),
    refunds: dues.refunds.map(({ of }) => of.refund.refundId),
  };
}

/**
 * Settles what an account sold until a time: one settlement for each currency, each with its report.
 * @throws Fault when the period does not follow the one before it
 */
export function settle(world: World, order: unknown): { settlements: string[] } {
  const said = settling.parse(order);
  const { account, reserve } = said;
  const until = at(said.until);
  if (world.settlements.length >= MOST_SETTLEMENTS) throw new Fault(400, "Too many settlements");
  const own = world.sellers.find((s) => s.account === account);
  const dues = duesOf(world, account, until);
  const before = new Map(world.settlements.filter((s) => s.account === account).map((s) => [s.currency, s]));
  const kept = [...before.values()].filter((s) => s.reserve).map((s) => s.currency);
  const extra = said.lines.map((l) => l.currency ?? own?.currency ?? "USD");
  const currencies = new Set([...dues.keys(), ...kept, ...extra]);
  if (!currencies.size) currencies.add(own?.currency ?? "USD");
  for (const currency of currencies)
    if (at(before.get(currency)?.end ?? "1970-01-01") >= until) throw new Fault(400, "until is settled already");
  const main = currencies.has(own?.currency ?? "") ? own?.currency : [...currencies][0];
  const settlements = [...currencies].map((currency) => {
    const mine = dues.get(currency) ?? { orders: [], refunds: [] };
    const kept = typeof reserve === "string" ? (currency === main ? reserve : "0") : reserve[currency];
    const market = own?.currency === currency ? own.marketplaceId : mine.orders[0]?.of.head.MarketplaceId;
    const made = settledOf(
      world,
      { ...said, lines: said.lines.filter((l) => (l.currency ?? own?.currency ?? "USD") === currency) },
      {
        currency,
        dues: mine,
        last: before.get(currency),
        reserve: minorOf(kept, currency),
        marketplaceId: market ?? before.get(currency)?.marketplaceId ?? own?.marketplaceId ?? "",
      },
    );
    world.settlements.push(made);
    report(world, made);
    return made.id;
  });
  return { settlements };
}

/** Tells of a settlement in a report of its own. */
function report(world: World, { id, account }: Settlement): void {
  const mood = world.paperMoods[account];
  const fatal = (mood?.fatal ?? 0) > 0;
  if (mood && fatal) mood.fatal = (mood.fatal ?? 0) - 1;
  world.settlementReports.push({
    reportId: `S${nextOf(world)}`,
    settlementId: id,
    created: new Date().toISOString(),
    ...(fatal && { fatal: mood?.fatalDocument ? "document" : "bare" }),
  });
}
