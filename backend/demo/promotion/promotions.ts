import { turnOne } from "#backend/domain/promotion/platform/turn";
import { nextOrder, type Sql } from "#backend/platform/db";
import { today as realDay } from "#backend/platform/values";
import { platformPromotion } from "#documents/promotion/platform-promotion";
import { act, approveAll, asSystem, draft, personAt } from "../acting";

const NAMES = ["换季优惠券", "会员折扣", "周末折扣码", "新品优惠券", "年末优惠券", "返校季折扣"];

/** One listing of each store, with the price of its latest order. */
const dealsOf = (sql: Sql) =>
  sql.query<{ storeId: string; skuId: string; price: string }>(
    `select distinct on (o.store_id) o.store_id as "storeId", l.sku_id as "skuId",
       round(l.item_price / l.qty, 2)::text as price
     from platform_order o join platform_order_line l on l.platform_order_id = o.id
       join sku k on k.id = l.sku_id and k.status = 'approved' and k.sku_type = 'normal'
       join store s on s.id = o.store_id and s.state = 'enabled'
       join sku_listing g on g.store_id = o.store_id and g.sku_id = l.sku_id and g.asin <> '' and g.del_flag = 0
     where l.item_price / l.qty > 10 and o.status = 'Shipped'
     order by o.store_id, o.purchase_time desc, o.id limit $1`,
    [NAMES.length],
  );

/** Sets the time of a promotion back to so many days before this one, and gives its number to what was sold then. */
async function setBack(sql: Sql, id: string, day: string, days: number) {
  await sql.query(
    "update platform_promotion set start_time = $2::date - $3::int, end_time = $2::date - $3::int + 14 where id = $1",
    [id, day, days],
  );
  await sql.query(
    `update platform_order_line l set promotion_ids = array[p.platform_promo_id]
     from platform_promotion p join platform_promotion_line m on m.platform_promotion_id = p.id
       join platform_order o on o.store_id = p.store_id
         and o.purchase_time between p.start_time and p.end_time
     where p.id = $1 and l.platform_order_id = o.id and l.sku_id = m.sku_id`,
    [id],
  );
}

/** 平台推广 of the demonstration: ended, coming, in approval, drafts. */
export async function insertPromotions(sql: Sql, day: string): Promise<number> {
  const system = asSystem(sql);
  const c = await personAt(system, "ops");
  const deals = await dealsOf(sql);
  for (const [i, { storeId, skuId, price }] of deals.entries()) {
    const { id } = await draft(c, platformPromotion, {
      promoName: NAMES[i] ?? "",
      promoType: i % 3 === 1 ? "primeExclusive" : "coupon",
      storeId,
      platformPromoId: `PROMO-${1000 + i}`,
      fixedFee: "5.00",
      unitFee: "0.60",
      startTime: `${realDay(3)} 00:00:00`,
      endTime: `${realDay(17)} 00:00:00`,
      items: [{ skuId, originalPrice: price, promoPrice: (Number(price) * 0.8).toFixed(2), planQty: 50 }],
    });
    if (i % 6 === 5) continue;
    await act(c, "platform_promotion", id, "submit");
    if (i % 6 === 4) continue;
    await approveAll(system, "platform_promotion", id);
    if (i % 6 === 3) continue;
    await setBack(sql, id, day, i % 6 === 2 ? 5 : 20);
    nextOrder(sql);
    await turnOne(sql, id);
    if (i % 6 === 0)
      await act(c, "platform_promotion", id, "review", { conclusion: "转化高于平时，下次提前备货并提高计划数量。" });
  }
  return deals.length;
}
