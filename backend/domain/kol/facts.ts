import type { RuleContext } from "#backend/engine/documents";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import { allocate } from "#backend/platform/values";
import type { Cooperation } from "./cooperation/attribution";

/** What is added to the promotion fees of a cooperation's products (market.md 8), CNY. */
interface KolFee {
  source: "kolSample" | "kolFreight" | "adsFee";
  no: string;
  /** yyyy-MM-dd. */
  day: string;
  amount: string;
  /** Part of each SKU; all products alike unless said. */
  weights?: ReadonlyMap<string, string | number>;
}

/** Adds a cost to the facts of the products, in the caller's transaction; whoever calls does it once. */
export async function postPromoFee(
  { sql }: RuleContext,
  { storeId, products }: Cooperation,
  { source, no, day, amount, weights }: KolFee,
): Promise<void> {
  const own = weights ? products.filter((p) => weights.has(p.skuId)) : products;
  const parts = allocate(
    amount,
    own.map((p) => weights?.get(p.skuId) ?? 1),
  );
  const entries = own.flatMap((p, i): TradeEntry[] => {
    const part = parts[i] ?? "0";
    if (Number(part) === 0 || !p.sellerSku) return [];
    return [
      {
        sourceType: source,
        sourceNo: no,
        bizDate: day,
        storeId,
        sellerSku: p.sellerSku,
        column: "promo_fee",
        amount: part,
      },
    ];
  });
  await addTradeFacts(sql, entries);
}
