import { transition } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import type { InputOf, RowOf } from "#documents/kit";
import { platformOrder } from "#documents/order/platform-order";
import { type PairListingPair, pairListings } from "./pair-listings";

type PairRow = RowOf<typeof platformOrder>;
type PairInput = InputOf<typeof platformOrder, "pair">;

const open = (row: PairRow) => row.items.filter((l) => !l.skuId);

/** What was chosen, each platform SKU of the order once. @throws Refusal */
function chosen(row: PairRow, { items }: PairInput): PairListingPair[] {
  const pairs = new Map<string, PairListingPair>();
  for (const { sellerSku, skuId } of items ?? []) {
    const line = open(row).find((l) => l.sellerSku === sellerSku);
    if (!line || !sellerSku || !skuId) continue;
    pairs.set(sellerSku.toLowerCase(), { sellerSku, skuId, asin: line.asin });
  }
  if (!pairs.size) throw invalidAt("items", "请选择SKU");
  return [...pairs.values()];
}

/** 配对SKU: the platform SKUs of an order become listings; every order that waited for them goes on. */
export const pair = transition(platformOrder, "pair", {
  async lockFirst({ sql }, id) {
    await sql.query(
      `select f.id from feed_unmapped f where f.kind = 'listing' and f.del_flag = 0
         and f.store_id = (select store_id from platform_order where id = $1)
         and lower(f.code) in (select lower(seller_sku) from platform_order_line
           where platform_order_id = $1 and sku_id is null)
       order by f.id ${keep(sql, "feed_unmapped", "change", "f")}`,
      [id],
    );
  },
  guard: ({ row }) => !open(row).length && "没有未配对的平台SKU",
  ask: async (_c, { row }) => ({
    items: [...new Map(open(row).map((l) => [l.sellerSku, l])).values()].map((l) => ({
      sellerSku: l.sellerSku,
      says: l.sellerSku,
      title: l.title,
    })),
  }),
  effect: (c, { row }, input) => pairListings(c, row.storeId ?? "", chosen(row, input), input.groupId),
});
