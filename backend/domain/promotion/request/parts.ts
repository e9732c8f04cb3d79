import { groupBy } from "#backend/domain/group-by";
import type { RuleContext } from "#backend/engine/documents";
import { allocate, sum } from "#backend/platform/values";
import type { RequestSource } from "./sources";

/** A part of what a source costs: which application's budget it is of, which SKU of which store it is for. */
interface RequestPart {
  source: string;
  applicationId: string | null;
  storeId: string;
  skuId: string;
  weight: string;
}

/** Of each SKU of a promotion: what it sold, else what it was to sell. */
const SHARE = `(case when p.actual_qty > 0 then pl.actual_qty else pl.plan_qty end)::numeric
  / nullif(sum(case when p.actual_qty > 0 then pl.actual_qty else pl.plan_qty end)
      over (partition by p.id), 0)`;
const SOLD = `select p.id, p.store_id, pl.sku_id, coalesce(${SHARE}, 0) as share
  from platform_promotion p join platform_promotion_line pl
    on pl.platform_promotion_id = p.id and pl.del_flag = 0`;

const PARTS = `
  select 'refund ' || l.eva_refund_id as source, o.application_id as "applicationId",
    o.store_id as "storeId", o.sku_id as "skuId", sum(l.refund_amount)::text as weight
  from eva_refund_line l join evaluation_order o on o.id = l.evaluation_order_id
  where l.eva_refund_id = any($1::bigint[]) and l.del_flag = 0 group by 1, 2, 3, 4
  union all
  select 'rebate ' || l.rebate_id, o.application_id, o.store_id, o.sku_id, sum(l.amount)::text
  from rebate_line l join evaluation_order o on o.id = l.order_id
  where l.rebate_id = any($2::bigint[]) and l.del_flag = 0 group by 1, 2, 3, 4
  union all
  select 'rebate ' || l.rebate_id, null, s.store_id, s.sku_id, (l.amount * s.share)::text
  from rebate_line l join (${SOLD}) s on s.id = l.promotion_id
  where l.rebate_id = any($2::bigint[]) and l.del_flag = 0
  union all
  select 'platformPromotion ' || s.id, null, s.store_id, s.sku_id, s.share::text
  from (${SOLD}) s where s.id = any($3::bigint[])
  order by 1, 2, 3, 4`;

const keyOf = ({ kind, id }: Pick<RequestSource, "kind" | "id">) => `${kind} ${id}`;

/** Parts of what these sources cost, by source. */
async function partsOf(
  c: RuleContext,
  sources: readonly Pick<RequestSource, "kind" | "id">[],
): Promise<Map<string, RequestPart[]>> {
  const of = (kind: RequestSource["kind"]) => sources.flatMap((s) => (s.kind === kind ? s.id : []));
  const rows = await c.sql.query<RequestPart>(PARTS, [of("refund"), of("rebate"), of("platformPromotion")]);
  return new Map(groupBy(rows, (row) => row.source).map((own) => [own[0]?.source ?? "", own]));
}

/** What of each source is of which application's budget, to the cent; nothing of promotions. */
export async function budgetsOf(
  c: RuleContext,
  sources: readonly RequestSource[],
): Promise<{ source: RequestSource; applicationId: string; amount: string }[]> {
  const parts = await partsOf(c, sources);
  return sources.flatMap((source) => {
    const own = parts.get(keyOf(source)) ?? [];
    const amounts = allocate(
      source.amount,
      own.map((p) => p.weight),
    );
    const shared = own.flatMap(({ applicationId }, i) =>
      applicationId ? [{ applicationId, amount: amounts[i] ?? "0" }] : [],
    );
    return groupBy(shared, (p) => p.applicationId).map((rows) => ({
      source,
      applicationId: rows[0]?.applicationId ?? "",
      amount: sum(rows.map((r) => r.amount)),
    }));
  });
}

/** An amount of money on one SKU of one store. */
export interface Spent {
  storeId: string;
  skuId: string;
  amount: string;
}

/** A whole amount over the SKUs of its sources, by what each source asks for, to the cent. */
export async function spentOn(
  c: RuleContext,
  sources: readonly (Pick<RequestSource, "kind" | "id"> & { amount: string })[],
  whole: string,
): Promise<Spent[]> {
  const parts = await partsOf(c, sources);
  const amounts = allocate(
    whole,
    sources.map((s) => s.amount),
  );
  return sources.flatMap((source, i) => {
    const own = parts.get(keyOf(source)) ?? [];
    const split = allocate(
      amounts[i] ?? "0",
      own.map((p) => p.weight),
    );
    return own.map(({ storeId, skuId }, k) => ({ storeId, skuId, amount: split[k] ?? "0" }));
  });
}
