import type { RuleContext } from "#backend/engine/documents";
import { postTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import { conflict, invalidAt } from "#backend/platform/http";
import { allocate, dec, today } from "#backend/platform/values";

/** What a 测评订单 takes of an amount. */
export interface OrderPart {
  orderId: string;
  weight: string;
}

/** A platform SKU of a store, and its part of an amount. */
interface SkuPart {
  storeId: string;
  sellerSku: string;
  weight: string;
}

/** A paid or received fee of evaluations and promotions (market.md 8), CNY. */
interface FeeFactFee {
  source: "evaRequest" | "rebate" | "evaRefund";
  no: string;
  /** yyyy-MM-dd. */
  day: string;
  amount: string;
  parts: readonly SkuPart[];
}

/** Under which platform SKU the facts of a store keep this SKU: that of its ASIN, the living one first. */
export const listingOf = (store: string, sku: string, asin: string) =>
  `(select l.msku from sku_listing l where l.store_id = ${store} and l.sku_id = ${sku}
    order by l.del_flag, l.asin is distinct from ${asin}, l.listing_status, l.line_no, l.id limit 1)`;

/** The platform SKUs of orders, with what each order takes of the amount. */
export async function skusOfOrders({ sql, tenantId }: RuleContext, parts: readonly OrderPart[]): Promise<SkuPart[]> {
  const rows = await sql.query<{ id: string; storeId: string; sellerSku: string | null }>(
    `select o.id, o.store_id as "storeId", ${listingOf("o.store_id", "o.sku_id", "o.asin")} as "sellerSku"
     from evaluation_order o where o.tenant_id = $1 and o.id = any($2::bigint[])`,
    [tenantId, parts.map((p) => p.orderId)],
  );
  const of = new Map(rows.map((r) => [r.id, r]));
  return parts.flatMap(({ orderId, weight }) => {
    const found = of.get(orderId);
    return found?.sellerSku ? [{ storeId: found.storeId, sellerSku: found.sellerSku, weight }] : [];
  });
}

/** The platform SKUs of promotions, each by the weight of its promotion in parts of what was sold. */
export async function skusOfPromotions(
  { sql, tenantId }: RuleContext,
  weights: ReadonlyMap<string, string>,
): Promise<SkuPart[]> {
  const rows = await sql.query<{ id: string; storeId: string; sellerSku: string | null; n: string }>(
    `select p.id, p.store_id as "storeId", ${listingOf("p.store_id", "l.sku_id", "l.asin")} as "sellerSku",
       (case when p.actual_qty > 0 then l.actual_qty else l.plan_qty end)::text as n
     from platform_promotion p join platform_promotion_line l
       on l.platform_promotion_id = p.id and l.del_flag = 0
     where p.tenant_id = $1 and p.id = any($2::bigint[]) order by p.id, l.line_no`,
    [tenantId, [...weights.keys()]],
  );
  return [...weights].flatMap(([id, weight]) => {
    const own = rows.filter((r) => r.id === id && r.sellerSku);
    const parts = allocate(
      weight,
      own.map((r) => r.n),
      4,
    );
    return own.map((r, i) => ({ storeId: r.storeId, sellerSku: r.sellerSku ?? "", weight: parts[i] ?? "0" }));
  });
}

/** Splits an amount over platform SKUs by weight, to the cent, as entries of one column. */
export function entriesOf(
  { source, no, day, amount, parts }: FeeFactFee,
  column: TradeEntry["column"] = "promo_fee",
): TradeEntry[] {
  const shares = allocate(
    amount,
    parts.map((p) => p.weight),
  );
  return parts.flatMap(({ storeId, sellerSku }, i): TradeEntry[] => {
    const share = shares[i] ?? "0";
    return dec(share).eq(0)
      ? []
      : [{ sourceType: source, sourceNo: no, bizDate: day, storeId, sellerSku, column, amount: share }];
  });
}

/** Adds a fee to the promotion fees of its platform SKUs, once: a replay of the same event is a no-op. */
export const postFee = async ({ sql }: RuleContext, fee: FeeFactFee): Promise<void> => {
  await postTradeFacts(sql, entriesOf(fee));
};

/** What was typed of money that the platform kept. */
export interface Deduction {
  settlementNo: string;
  amount: string | number;
  day: string;
  inSettlement?: boolean | null;
}

/** @throws Refusal 409 for another amount than is owed, 400 for a day that is still to come */
export function requireDeduction({ amount, day }: Deduction, owed: string): void {
  if (!dec(amount).eq(dec(owed)))
    throw conflict(`扣款金额${dec(amount).toFixed(2)}与应付金额${dec(owed).toFixed(2)}不一致`);
  if (day > today()) throw invalidAt("day", "扣款日期不能晚于今天");
}

/** Why a document is not the platform's to deduct. */
export const notDeducted = (payMethod: string | null | undefined): string | false =>
  payMethod !== "platform" && "收款方式不是平台扣款，请通过测评请款支付";

interface FeeFactKept {
  source: "rebate" | "evaRefund";
  no: string;
  /** CNY. */
  amountCny: string;
  /** In the currency of the store. */
  amount: string;
  orders: readonly OrderPart[];
  promotions?: ReadonlyMap<string, string>;
}

/**
 * Promotion fees of the SKUs, on the day of the settlement; where its other fees have the same money
 * already, they have it no longer (market.md 17.13).
 */
export async function postDeduction(
  c: RuleContext,
  { source, no, amountCny, amount, orders, promotions }: FeeFactKept,
  { day, inSettlement }: Deduction,
): Promise<void> {
  const parts = [...(await skusOfOrders(c, orders)), ...(await skusOfPromotions(c, promotions ?? new Map()))];
  const fee = { source, no, day, parts } as const;
  const back = dec(amount).times(-1).toFixed(2);
  await postTradeFacts(c.sql, [
    ...entriesOf({ ...fee, amount: amountCny }),
    ...(inSettlement ? entriesOf({ ...fee, amount: back }, "other_fee") : []),
  ]);
}
