import type { RuleContext } from "../../documents/rules";
import { postTradeFacts, type TradeEntry } from "../../facts/post";
import { allocate, dec } from "../../values/money";

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
interface Fee {
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
export async function skusOfOrders(
  { sql, tenantId }: RuleContext,
  parts: readonly OrderPart[],
): Promise<SkuPart[]> {
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
  const rows = await sql.query<{
    id: string;
    storeId: string;
    sellerSku: string | null;
    n: string;
  }>(
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
    return own.map((r, i) => ({
      storeId: r.storeId,
      sellerSku: r.sellerSku ?? "",
      weight: parts[i] ?? "0",
    }));
  });
}

/** Splits an amount over platform SKUs by weight, to the cent, as entries of one column. */
export function entriesOf(
  { source, no, day, amount, parts }: Fee,
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
      : [
          {
            ...{ sourceType: source, sourceNo: no, bizDate: day, storeId, sellerSku },
            ...{ column, amount: share },
          },
        ];
  });
}

/** Adds a fee to the promotion fees of its platform SKUs, once: a replay of the same event is a no-op. */
export const postFee = async ({ sql }: RuleContext, fee: Fee): Promise<void> => {
  await postTradeFacts(sql, entriesOf(fee));
};
