import type { InputOf, RowOf } from "#documents/kit";
import { platformOrder } from "#documents/order/platform-order";
import { lockAdvisory } from "../../../db/advisory";
import { lockIds } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { postOrderFacts } from "./facts";
import { pairsOf } from "./pairs";

type Row = RowOf<typeof platformOrder>;
type Input = InputOf<typeof platformOrder, "pair">;

interface Pair {
  sellerSku: string;
  skuId: string;
  asin: string | null;
}

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

/** The pairs are listings of the store from now on, if nobody paired them in the meantime. */
async function addListings(c: RuleContext, row: Row, pairs: readonly Pair[], groupId: string) {
  await lockAdvisory(c.sql, "platformSku");
  const known = await pairsOf(
    ...([c.sql, c.tenantId, row.storeId ?? ""] as const),
    pairs.map((p) => p.sellerSku),
  );
  const twice = pairs.find((p) => known.has(p.sellerSku.toLowerCase()));
  if (twice) throw conflict(`平台SKU ${twice.sellerSku} 已配对，请刷新后重试`);
  const closed = await c.sql.one<{ code: string }>(
    `select sku_code as code from sku where id = any($1::bigint[]) and tenant_id = $2
       and status <> 'approved' limit 1`,
    [pairs.map((p) => p.skuId), c.tenantId],
  );
  if (closed) throw conflict(`SKU ${closed.code} 未启用，不能配对`);
  await c.sql.query(
    `insert into sku_listing (tenant_id, sku_id, line_no, store_id, site, msku, group_id,
       fulfillment_channel, asin, listing_status, create_by)
     select $1, x."skuId"::bigint, (select coalesce(max(l.line_no), 0) + 1 from sku_listing l
         where l.sku_id = x."skuId"::bigint), $2, (select i.site_code from site i where i.id = $3),
       x."sellerSku", $4, $5, x.asin, 'active', $6
     from jsonb_to_recordset($7::jsonb) as x("sellerSku" text, "skuId" text, asin text)`,
    [
      ...[c.tenantId, row.storeId, row.siteId, groupId, row.fulfillmentChannel, c.caller.userId],
      JSON.stringify(pairs),
    ],
  );
}

/** All orders of the store that waited for these platform SKUs know them now. @returns their ids */
async function applyPairs({ sql, tenantId }: RuleContext, row: Row, pairs: readonly Pair[]) {
  const waiting = await sql.query<{ id: string }>(
    `select distinct t.id from platform_order t join platform_order_line l on l.platform_order_id = t.id
     where t.tenant_id = $1 and t.store_id = $2 and t.unpaired and l.sku_id is null
       and lower(l.seller_sku) = any($3) order by t.id`,
    [tenantId, row.storeId, pairs.map((p) => p.sellerSku.toLowerCase())],
  );
  const ids = waiting.map((r) => r.id);
  await lockIds(sql, "platform_order", ids);
  await sql.query(
    `update platform_order_line l set sku_id = x."skuId"::bigint
     from jsonb_to_recordset($2::jsonb) as x("sellerSku" text, "skuId" text)
     where l.platform_order_id = any($1::bigint[]) and l.sku_id is null
       and lower(l.seller_sku) = lower(x."sellerSku")`,
    [ids, JSON.stringify(pairs)],
  );
  await sql.query(
    `update platform_order t set unpaired = exists (select 1 from platform_order_line l
       where l.platform_order_id = t.id and l.sku_id is null) where t.id = any($1::bigint[])`,
    [ids],
  );
  return ids;
}

/** 配对SKU: the platform SKUs of an order become listings; every order that waited for them goes on. */
export const pair = transition(platformOrder, "pair", {
  guard: ({ row }) => !open(row).length && "没有未配对的平台SKU",
  ask: async (_c, { row }) => ({
    items: [...new Map(open(row).map((l) => [l.sellerSku, l])).values()].map((l) => ({
      ...{ sellerSku: l.sellerSku, says: l.sellerSku, title: l.title },
    })),
  }),
  async effect(c, { row }, input) {
    // Whoever takes in orders of the store meets the new pairs, or is met by them.
    await lockAdvisory(c.sql, "platformOrders", row.storeId ?? "");
    const pairs = chosen(row, input);
    await addListings(c, row, pairs, input.groupId);
    await postOrderFacts(c.sql, await applyPairs(c, row, pairs));
  },
});
