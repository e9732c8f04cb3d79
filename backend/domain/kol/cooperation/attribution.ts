import { patch, pickMany, type RuleContext, readWhole } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { conflict, missing } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { RowOf, StateOf } from "#documents/kit";
import { adsFee } from "#documents/kol/ads-fee";
import { cooperation } from "#documents/kol/cooperation";
import { deliver } from "#documents/kol/deliver";
import { KEPT, WINDOW_DAYS } from "../orders";
import { commissionOn, recount } from "./figures";

export type Cooperation = RowOf<typeof cooperation>;

/** States in which samples and fees are asked for. */
const RUNNING: readonly StateOf<typeof cooperation>[] = ["approved", "published"];

/** Locks cooperations and their stars: what is written when a sample or a fee moves. */
export async function lockCooperations(c: RuleContext, ids: Iterable<string>): Promise<void> {
  const wanted = [...new Set(ids)];
  await lockIds(c.sql, "cooperation", wanted);
  const stars = await pickMany(c, cooperation, wanted, ["starId"]);
  await lockIds(
    c.sql,
    "star",
    stars.map(({ starId }) => starId),
  );
}

/** The same for the cooperations that samples or fees belong to. */
export async function lockAround(c: RuleContext, table: "deliver" | "ads_fee", ids: readonly string[]): Promise<void> {
  const rows = await pickMany(c, table === "deliver" ? deliver : adsFee, ids, ["cooperationId"]);
  await lockCooperations(
    c,
    rows.map(({ cooperationId }) => cooperationId),
  );
}

/** A cooperation with its lines, locked with its star. @throws Refusal 404 */
export async function cooperationOf(c: RuleContext, id: string | null | undefined) {
  if (!id) throw missing();
  await lockCooperations(c, [id]);
  return readWhole(c, cooperation, id, { anyScope: true });
}

/** @throws Refusal 409 合作未审核通过 */
export function requireRunning({ status }: Pick<Cooperation, "status">): void {
  if (!RUNNING.includes(status)) throw conflict("合作未审核通过");
}

interface Sales {
  orders: number;
  sales: string;
}

type AttributionSold = Pick<Cooperation, "storeId" | "promoCode" | "publishDate">;

/**
 * Orders of the store with the promotion code in the days after publishing: goods without promotions,
 * less what buyers got back.
 */
export const soldByCode = (
  { sql, tenantId }: RuleContext,
  { storeId, promoCode, publishDate }: AttributionSold,
): Promise<Sales | undefined> =>
  sql.one<Sales>(
    `select count(distinct p.id)::int as orders,
       coalesce(sum(${KEPT}), 0)::text as sales
     from platform_order p join platform_order_line l on l.platform_order_id = p.id and l.del_flag = 0
     where p.tenant_id = $1 and p.store_id = $2 and p.del_flag = 0
       and p.status not in ('Pending', 'Canceled') and $3 = any(l.promotion_ids)
       and p.purchase_day >= $4::date and p.purchase_day < $4::date + ${WINDOW_DAYS}
       and p.purchase_time >= $4::date - interval '1 day'`,
    [tenantId, storeId, promoCode, publishDate],
  );

/** Commission that fees ask for already, whatever became of them but void. */
const askedCommission = async ({ sql }: RuleContext, id: string) =>
  (
    await sql.one<{ asked: string }>(
      `select coalesce(sum(commission_part), 0)::text as asked from ads_fee
       where cooperation_id = $1 and status <> 'void' and del_flag = 0`,
      [id],
    )
  )?.asked ?? "0";

/** Why a cooperation cannot have brought so little: fees ask for more commission than would be left. */
export async function tooLittle(c: RuleContext, row: Cooperation, sales: string): Promise<string | undefined> {
  const { feeCurrency, salesCurrency } = row;
  if (!feeCurrency || !salesCurrency) return "合作缺少币种";
  const asked = await askedCommission(c, row.id);
  const { commission } = await commissionOn(c, { ...row, feeCurrency, salesCurrency, attributedSales: sales });
  if (dec(commission).gte(dec(asked))) return undefined;
  return `已申请佣金${dec(asked).toFixed(2)}，应付佣金不能低于该金额`;
}

/** Writes what a cooperation brought, and what follows of it; its row and its star are locked. */
export async function writeSales(
  c: RuleContext,
  id: string,
  { orders, sales }: Sales,
  source: "promoCode" | "manual",
): Promise<void> {
  await patch(c, cooperation, id, { attributedOrders: orders, attributedSales: sales, attributionSource: source });
  await recount(c, id);
}

/** Counts anew what an order brought the cooperations whose codes it bears, after money went back. */
export async function orderPaidBack(c: RuleContext, platformOrderId: string): Promise<void> {
  const touched = await c.sql.query<{ id: string }>(
    `select o.id from cooperation o
       join platform_order p on p.id = $2 and p.tenant_id = o.tenant_id and p.store_id = o.store_id
     where o.tenant_id = $1 and o.del_flag = 0 and o.attribution_source = 'promoCode'
       and o.status in ('published', 'finished', 'terminated')
       and exists (select 1 from platform_order_line l where l.platform_order_id = p.id
         and l.del_flag = 0 and o.promo_code = any(l.promotion_ids)) order by o.id`,
    [c.tenantId, platformOrderId],
  );
  const ids = touched.map(({ id }) => id);
  await lockCooperations(c, ids);
  const rows = await c.sql.query<AttributionSold & { id: string }>(
    `select id, store_id as "storeId", promo_code as "promoCode", publish_date::text as "publishDate"
     from cooperation where id = any($1::bigint[]) and attribution_source = 'promoCode' order by id`,
    [ids],
  );
  for (const row of rows) {
    const sold = await soldByCode(c, row);
    if (sold) await writeSales(c, row.id, sold, "promoCode");
  }
}
