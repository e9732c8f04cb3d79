import type { InputOf, RowOf } from "#documents/kit";
import { platformOrder } from "#documents/order/platform-order";
import { keep } from "../../../db/locks";
import { transition } from "../../../documents/written";
import { invalidAt } from "../../../http/refusal";
import { type Pair, pairListings } from "./pair-listings";

type Row = RowOf<typeof platformOrder>;
type Input = InputOf<typeof platformOrder, "pair">;

const open = (row: Row) => row.items.filter((l) => !l.skuId);

/** What was chosen, each platform SKU of the order once. @throws Refusal */
function chosen(row: Row, { items }: Input): Pair[] {
  const pairs = new Map<string, Pair>();
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
      ...{ sellerSku: l.sellerSku, says: l.sellerSku, title: l.title },
    })),
  }),
  effect: (c, { row }, input) =>
    pairListings(c, row.storeId ?? "", chosen(row, input), input.groupId),
});
