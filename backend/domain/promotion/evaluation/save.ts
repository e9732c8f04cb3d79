import type { RuleContext } from "#backend/engine/documents";
import { keep, lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { DraftOf, RowOf } from "#documents/kit";
import type { evaluation } from "#documents/promotion/evaluation";
import { TAKEN } from "./counters";

type EvaluationDraft = DraftOf<typeof evaluation>;
type EvaluationRow = RowOf<typeof evaluation>;

interface Applied {
  lineId: string;
  status: string;
  asin: string;
  storeId: string;
  siteId: string;
  groupId: string | null;
  currency: string;
  first: string;
  last: string;
  applyQty: number;
  serviceFee: string;
}

/** The line of a locked application that a task carries out. @throws Refusal 409, 400 */
async function appliedOf(c: RuleContext, { applicationId, skuId }: EvaluationDraft): Promise<Applied> {
  await lockIds(c.sql, "evaluation_application", [applicationId]);
  const found = await c.sql.one<Applied>(
    `select l.id as "lineId", a.status, l.asin, a.store_id as "storeId", a.site_id as "siteId",
       a.group_id as "groupId", a.currency, a.expect_start::text as first, a.expect_end::text as last,
       l.apply_qty as "applyQty", l.service_fee::text as "serviceFee"
     from evaluation_application a left join evaluation_application_line l
       on l.evaluation_application_id = a.id and l.sku_id = $3 and l.del_flag = 0
     where a.id = $1 and a.tenant_id = $2 and a.del_flag = 0`,
    [applicationId, c.tenantId, skuId],
  );
  if (found?.status !== "approved") throw conflict("测评申请未审核通过");
  if (!found.lineId) throw invalidAt("skuId", "申请中没有该SKU");
  return found;
}

/** The resource of a task, which stays enabled until it is saved. @throws Refusal 409 */
async function resourceOf(c: RuleContext, id: string | null | undefined, siteId: string) {
  const found = await c.sql.one<{ fee: string; capacity: number; status: string; serves: boolean }>(
    `select service_fee::text as fee, daily_capacity as capacity, status,
       $3::bigint = any(site_ids) as serves from evaluation_resource
     where id = $1 and tenant_id = $2 and del_flag = 0 ${keep(c.sql, "evaluation_resource", "share")}`,
    [id, c.tenantId, siteId],
  );
  if (found?.status !== "enabled" || !found.serves) throw conflict("资源未启用或不支持该站点");
  return found;
}

/** What other tasks leave of an application line. */
async function leftOf({ sql }: RuleContext, { lineId, applyQty }: Applied, id?: string) {
  const row = await sql.one<{ n: number }>(
    `select coalesce(sum(${TAKEN}), 0)::int as n from evaluation e
     where e.application_line_id = $1 and e.del_flag = 0 and e.id is distinct from $2`,
    [lineId, id ?? null],
  );
  return applyQty - (row?.n ?? 0);
}

function requirePeriod({ startDate, endDate }: EvaluationDraft, { first, last }: Applied) {
  if (!startDate || !endDate) return;
  if (startDate < first || endDate > last) throw invalidAt("startDate", `执行期间要在申请期间${first}至${last}内`);
  if (endDate < startDate) throw invalidAt("endDate", "结束日期不能早于开始日期");
}

/** Checks a task against its application and resource, and copies what it takes of them (market.md 1). */
export async function workOut(c: RuleContext, next: EvaluationDraft, before?: EvaluationRow): Promise<void> {
  const whole: EvaluationDraft = { ...before, ...next };
  const applied = await appliedOf(c, whole);
  const resource = await resourceOf(c, whole.resourceId, applied.siteId);
  const left = await leftOf(c, applied, before?.id);
  if (Number(whole.planQty) > left) throw conflict(`超出申请剩余数量${left}`);
  if (Number(whole.dailyLimit) > resource.capacity)
    throw invalidAt("dailyLimit", `每日上限不能超过资源的日接单上限${resource.capacity}`);
  requirePeriod(whole, applied);
  if (whole.productUrl && !/^https?:\/\/\S+$/.test(whole.productUrl))
    throw invalidAt("productUrl", "商品链接以http://或https://开头");
  const serviceFee = whole.serviceFee ?? resource.fee;
  if (dec(serviceFee).gt(dec(applied.serviceFee)))
    throw invalidAt("serviceFee", `单均服务费不能超过申请的${applied.serviceFee}`);
  const { lineId: applicationLineId, asin, storeId, siteId, groupId, currency } = applied;
  Object.assign(next, {
    applicationLineId,
    asin,
    storeId,
    siteId,
    groupId,
    currency,
    serviceFee,
    ownerId: whole.ownerId ?? c.caller.userId,
  });
}
