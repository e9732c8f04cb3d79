import { z } from "zod";
import type { Behaviour } from "../http/behaviour";
import { Fault, type Service } from "../http/words";
import type { World } from "../world/world";
import { catalogRoute } from "./catalog";
import { confirmRoute } from "./confirm";
import { inboundSaid, tellInbound } from "./inbound/ask";
import { inboundRoutes } from "./inbound/inbound";
import { letterRoutes, write, written } from "./letters";
import { orderRoutes } from "./orders";
import { paperRoutes } from "./papers";
import { daySaid, tellDays } from "./papers/days-said";
import { movement, receipt, receive } from "./papers/ledger-report";
import { papersSaid, tellPapers } from "./papers/moods";
import { settle, settling } from "./papers/settle";
import { settlementsTold } from "./papers/settlements-told";
import { place, placed } from "./place";
import { giveBack, givenBack, refundRoute } from "./refund";

const time = z.iso.datetime({ offset: true }).optional();
const fee = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, "must be an amount");
const oddFee = z.object({
  sku: z.string().min(1).max(60),
  orderNo: z.string().max(30).optional(),
  fulfilment: fee.optional(),
  commission: fee.optional(),
});
const goods = z.object({
  account: z.string().min(1).max(100),
  marketplaceId: z.string().min(1).max(100),
  sku: z.string().min(1).max(60),
  asin: z.string().max(20).default("B0STANDIN1"),
});
const storage = goods.extend({ month: z.string().regex(/^\d{4}-\d{2}$/), quantity: fee.default("1"), fee });
const aged = goods.extend({
  day: z.string().regex(/^\d{4}-\d{2}-15$/, "must be the 15th of a month"),
  tier: z.string().min(1).max(60).default("181-210 days"),
  quantity: z
    .string()
    .regex(/^\d{1,6}$/)
    .default("1"),
  fee,
});
const listing = goods.extend({
  title: z.string().max(200).default("Stand-in"),
  price: fee.or(z.literal("")).default(""),
  channel: z.enum(["AFN", "MFN"]).default("AFN"),
  status: z.enum(["Active", "Inactive", "Incomplete", "Removed"]).default("Active"),
  quantity: z
    .string()
    .regex(/^\d{0,6}$/)
    .default(""),
});
const order = z.object({
  place: z.union([placed, z.array(placed).max(10_000)]).optional(),
  /** The buyer cancels: the order is over. */
  cancel: z.object({ orderNo: z.string(), lastUpdateTime: time }).optional(),
  /** The buyer asks for it; the seller has to agree. */
  askCancel: z.object({ orderNo: z.string(), reason: z.string().max(200) }).optional(),
  /** The payment came. */
  pay: z.object({ orderNo: z.string() }).optional(),
  /** The buyer writes. */
  write: z.union([written, z.array(written).max(1000)]).optional(),
  /** The marketplace gives back what it sent. */
  giveBack: givenBack.optional(),
  /** What it takes for items, other than usual. */
  fees: z.array(oddFee).max(1000).optional(),
  /** What it takes for storage. */
  storage: z.array(storage).max(1000).optional(),
  /** What it takes for goods that lie there for long. */
  agedStorage: z.array(aged).max(1000).optional(),
  /** How listings are. */
  listings: z.array(listing).max(1000).optional(),
  /** What moved at its warehouses besides what was sold and came back. */
  ledger: z.array(movement).max(1000).optional(),
  /** What days were, besides orders. */
  days: z.array(daySaid).max(100).optional(),
  /** A shipment comes in there. */
  receive: receipt.optional(),
  /** The application of an account may know of buyers no more, or again. */
  stranger: z.object({ account: z.string().min(1).max(100), is: z.boolean() }).optional(),
  /** How reports are answered. */
  papers: papersSaid.optional(),
  /** A settlement period ends. */
  settle: settling.optional(),
  /** How long operations of inbound plans take, and what is wrong with listings. */
  inbound: inboundSaid.optional(),
});

/** Amazon's Selling Partner API, as far as orders, confirmations, reports, settlements, feeds and inbound plans go. */
export function marketplace(world: World, how: () => Behaviour): Service {
  const known = (no: string) => {
    const found = world.orders[no];
    if (!found) throw new Fault(404, "Order not found");
    return found;
  };
  const pieces = (no: string) => known(no).items.reduce((sum, i) => sum + i.QuantityOrdered, 0);
  const changed = (no: string, head: object, at = new Date().toISOString()) => {
    const order = Object.assign(known(no), { known: undefined });
    Object.assign(order.head, head, { LastUpdateDate: at });
  };
  return {
    name: "marketplace",
    login: { path: "/auth/o2/token", account: "client_id", secret: "client_secret" },
    token: { header: "x-amz-access-token", before: "" },
    fault: (status, message) => ({
      ...(status === 401 && { error: message, error_description: message }),
      errors: [{ code: status === 429 ? "QuotaExceeded" : "InvalidInput", message }],
    }),
    routes: [
      ...orderRoutes(world, how),
      catalogRoute(world),
      confirmRoute(world),
      refundRoute(world),
      ...paperRoutes(world),
      ...letterRoutes(world, how),
      ...inboundRoutes(world),
    ],
    control(body) {
      const said = order.parse(body);
      if (said.cancel) {
        const { orderNo, lastUpdateTime } = said.cancel;
        changed(orderNo, { OrderStatus: "Canceled", NumberOfItemsUnshipped: 0 }, lastUpdateTime);
      }
      if (said.pay) {
        const { orderNo } = said.pay;
        changed(orderNo, { OrderStatus: "Unshipped", NumberOfItemsUnshipped: pieces(orderNo) });
      }
      if (said.askCancel) {
        const { orderNo, reason } = said.askCancel;
        const asked = { IsBuyerRequestedCancel: "true", BuyerCancelReason: reason };
        for (const item of known(orderNo).items) item.BuyerRequestedCancel = asked;
        changed(orderNo, {});
      }
      const all = said.place ? [said.place].flat() : [];
      const letters = said.write ? [said.write].flat() : [];
      const told = { orders: all.map((one) => place(world, one)), messages: letters.map((one) => write(world, one)) };
      world.oddFees.unshift(...(said.fees ?? []));
      world.storageSaid.push(...(said.storage ?? []));
      world.agedSaid.push(...(said.agedStorage ?? []));
      world.listingsSaid.push(...(said.listings ?? []));
      world.movementsSaid.push(...(said.ledger ?? []));
      tellDays(world, said.days ?? []);
      if (said.receive) receive(world, said.receive);
      if (said.stranger) {
        const { account, is } = said.stranger;
        world.strangers = [...world.strangers.filter((a) => a !== account), ...(is ? [account] : [])];
      }
      if (said.giveBack) giveBack(world, said.giveBack);
      if (said.inbound) tellInbound(world, said.inbound);
      if (said.papers) tellPapers(world, said.papers);
      return { ...told, ...(said.settle && settle(world, said.settle)) };
    },
    heard: () => ({
      sellers: world.sellers,
      orders: Object.values(world.orders).map(({ account, head }) => ({ account, ...head })),
      confirmations: world.confirmed,
      refunds: world.refunds,
      messages: world.letters,
      settlements: settlementsTold(world),
      inboundPlans: Object.values(world.inbound.plans),
    }),
  };
}
