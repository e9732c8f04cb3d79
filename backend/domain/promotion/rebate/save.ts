import { link, pick, pickMany, type RuleContext } from "#backend/engine/documents";
import { conflict, invalidAt, missing } from "#backend/platform/http";
import { dec, round, scaleOf, sum } from "#backend/platform/values";
import { evaluationOrder } from "#documents/promotion/order";
import { rebate } from "#documents/promotion/rebate";
import { leaveRebate, toRebate } from "../order/settle";
import {
  dueOf,
  keyOf,
  lockSources,
  type RebateSource,
  type SourceDraft,
  type SourceLine,
  type SourceRow,
  sourcesOf,
} from "./sources";

/** Of the amount, as much may be added or taken away. */
const ADJUST_PERCENT = 10;

const UNEQUAL = "返利明细的资源或币种不一致";

/** Takes what is chosen, or all that is due, and locks it. @throws Refusal 409 when there is nothing */
export async function gather(c: RuleContext, next: SourceDraft): Promise<void> {
  const chosen = next.items?.filter(keyOf) ?? [];
  next.items = chosen.length ? chosen : await dueOf(c, next);
  if (!next.items.length)
    throw conflict(next.direction === "receive" ? "该期间没有可返点的返款单" : "该期间没有可返利的测评订单");
  await lockSources(c, next.items);
}

function requirePeriod({ periodStart, periodEnd }: SourceDraft) {
  if (!periodStart || !periodEnd) return;
  if (periodEnd < periodStart) throw invalidAt("periodEnd", "结算结束不能早于结算开始");
  if (periodEnd.slice(0, 7) !== periodStart.slice(0, 7)) throw invalidAt("periodEnd", "结算期间要在同一个月内");
}

/** The sources of a new one, none of them twice. @throws Refusal 404, 409 */
async function begin(c: RuleContext, next: SourceDraft): Promise<Map<string, RebateSource>> {
  const items = next.items ?? [];
  const sources = await sourcesOf(c, items);
  const seen = new Set<string>();
  for (const line of items) {
    const key = keyOf(line) ?? "";
    const source = sources.get(key);
    if (!source) throw missing();
    if (source.refused) throw conflict(source.refused);
    if (seen.has(key)) throw conflict(`来源单据${source.no}重复`);
    seen.add(key);
    if ((source.kind === "refund") !== (next.direction === "receive"))
      throw conflict("应付服务费的来源为测评订单或平台推广，应收返点的来源为返款单");
    next.currency ??= source.currency;
    const foreign = source.resourceId !== null && source.resourceId !== String(next.resourceId);
    const { periodStart: first = "", periodEnd: last = "" } = next;
    if (source.day && (source.day < String(first) || source.day > String(last)))
      throw conflict(`返款单${source.no}不是结算期间内返款的`);
    if (foreign || source.currency !== next.currency) throw conflict(UNEQUAL);
  }
  return sources;
}

/** Lines of a draft only go; what they come of stays what it was. @throws Refusal 409 */
function keepSources(next: SourceDraft, before: SourceRow): void {
  const old = new Map(before.items.map((line) => [line.id, line]));
  for (const line of next.items ?? []) {
    const was = line.id ? old.get(line.id) : undefined;
    if (!was) throw conflict("明细来自来源单据，只能移除");
    const { orderId, promotionId, refundId, sourceType, sourceNo, says, base, rate } = was;
    Object.assign(line, { orderId, promotionId, refundId, sourceType, sourceNo, says, base, rate });
  }
  if (next.items && !next.items.length) throw conflict("请至少保留一条明细");
  const { direction, resourceId, currency } = before;
  Object.assign(next, { direction, resourceId, currency });
}

/** A fee of orders or promotions. @throws Refusal 400 at its line */
function feeOf(line: SourceLine, { source, at, scale }: { source: RebateSource; at: string; scale: number }) {
  const order = source.kind === "evaluationOrder";
  const qty = line.qty ?? 1;
  if (order && qty !== 1) throw invalidAt(`${at}.qty`, "测评订单的数量只能为1");
  const unitFee = (line.unitFee ?? "") === "" ? source.worth : String(line.unitFee);
  if (order && dec(unitFee).gt(source.worth))
    throw invalidAt(`${at}.unitFee`, `单价不能超过测评任务的单均服务费${dec(source.worth).toFixed(2)}`);
  return { qty, unitFee, base: null, rate: null, amount: round(dec(unitFee).times(qty), scale) };
}

const shareOf = (base: string, rate: string, scale: number) => ({
  qty: null,
  unitFee: null,
  base,
  rate,
  amount: round(dec(base).times(rate).div(100), scale),
});

function requireAdjust(adjust: string, reason: unknown, amount: string) {
  if (dec(adjust).abs().gt(dec(amount).times(ADJUST_PERCENT).div(100)))
    throw conflict(`调整金额超过${ADJUST_PERCENT}%`);
  if (!dec(adjust).eq(0) && !reason) throw invalidAt("adjustReason", "请填写调整原因");
}

/** What a rebate works out: its lines, their sums, what is left to settle (market.md 1). */
export async function workOut(c: RuleContext, next: SourceDraft, before?: SourceRow): Promise<void> {
  requirePeriod({ ...before, ...next });
  if (before) keepSources(next, before);
  const items: SourceLine[] = next.items ?? before?.items ?? [];
  const sources = before ? await sourcesOf(c, items) : await begin(c, next);
  const whole: SourceDraft = { ...before, ...next };
  const scale = await scaleOf(c, whole.currency);
  const resource = await c.sql.one<{ rate: string }>(
    "select coalesce(rebate_rate, 0)::text as rate from evaluation_resource where id = $1",
    [whole.resourceId],
  );
  if (!before && whole.direction === "receive" && !dec(resource?.rate).gt(0)) throw conflict("测评资源没有返点率");
  items.forEach((line, i) => {
    const source = sources.get(keyOf(line) ?? "");
    if (!source) throw missing();
    const { no: sourceNo, kind: sourceType, says } = source;
    const share =
      whole.direction === "receive"
        ? shareOf(String(before ? line.base : source.worth), String(before ? line.rate : resource?.rate), scale)
        : feeOf(line, { source, at: `items.${i}`, scale });
    Object.assign(line, { sourceType, sourceNo, says, ...share });
  });
  const amount = sum(items.map((line) => line.amount));
  const adjustAmount = round(whole.adjustAmount, scale);
  requireAdjust(adjustAmount, whole.adjustReason, amount);
  Object.assign(next, {
    items,
    amount,
    adjustAmount,
    baseAmount: sum(items.map((line) => line.base)),
    payableAmount: dec(amount).plus(adjustAmount).toFixed(2),
    ownerId: whole.ownerId ?? c.caller.userId,
  });
}

const ordersOf = (lines: readonly Pick<SourceLine, "orderId">[]) => lines.flatMap((line) => line.orderId ?? []);

/** Orders go into a new one, and those of removed lines leave it. */
export async function takeOrders(c: RuleContext, id: string, next: SourceDraft, before?: SourceRow) {
  const now = ordersOf(next.items ?? []);
  if (before) {
    const gone = ordersOf(before.items).filter((order) => !now.includes(order));
    if (gone.length) await leaveRebate(c, gone);
    return;
  }
  const row = await pick(c, rebate, id, ["no"]);
  if (now.length) await toRebate(c, now, row?.no ?? "");
  const tasks = await pickMany(c, evaluationOrder, now, ["evaluationId"]);
  for (const task of new Set(tasks.map((t) => t.evaluationId)))
    await link(c, { type: "evaluation", id: task }, { type: "rebate", id });
  for (const { promotionId, refundId } of next.items ?? []) {
    if (promotionId) await link(c, { type: "platform_promotion", id: promotionId }, { type: "rebate", id });
    if (refundId) await link(c, { type: "eva_refund", id: refundId }, { type: "rebate", id });
  }
}

/** Gives orders back when their 返利单 is void. */
export const giveBack = async (c: RuleContext, row: SourceRow): Promise<void> => {
  const orders = ordersOf(row.items);
  if (orders.length) await leaveRebate(c, orders);
};
