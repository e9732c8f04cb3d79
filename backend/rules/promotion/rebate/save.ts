import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalidAt, missing } from "../../../http/refusal";
import { dec, round, sum } from "../../../values/money";
import { scaleOf } from "../../../values/rates";
import { leaveRebate, toRebate } from "../order/settle";
import {
  type Draft,
  dueOf,
  keyOf,
  type Line,
  lockSources,
  type Row,
  type Source,
  sourcesOf,
} from "./sources";

/** Of the amount, as much may be added or taken away. */
const ADJUST_PERCENT = 10;

const UNEQUAL = "返利明细的资源或币种不一致";

/** Takes what is chosen, or all that is due, and locks it. @throws Refusal 409 when there is nothing */
export async function gather(c: RuleContext, next: Draft): Promise<void> {
  const chosen = next.items?.filter(keyOf) ?? [];
  next.items = chosen.length ? chosen : await dueOf(c, next);
  if (!next.items.length)
    throw conflict(
      next.direction === "receive" ? "该期间没有可返点的返款单" : "该期间没有可返利的测评订单",
    );
  await lockSources(c, next.items);
}

function requirePeriod({ periodStart, periodEnd }: Draft) {
  if (!periodStart || !periodEnd) return;
  if (periodEnd < periodStart) throw invalidAt("periodEnd", "结算结束不能早于结算开始");
  if (periodEnd.slice(0, 7) !== periodStart.slice(0, 7))
    throw invalidAt("periodEnd", "结算期间要在同一个月内");
}

/** The sources of a new one, none of them twice. @throws Refusal 404, 409 */
async function begin(c: RuleContext, next: Draft): Promise<Map<string, Source>> {
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
function keepSources(next: Draft, before: Row): void {
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

interface Place {
  source: Source;
  at: string;
  scale: number;
}

/** A fee of orders or promotions. @throws Refusal 400 at its line */
function feeOf(line: Line, { source, at, scale }: Place) {
  const order = source.kind === "evaluationOrder";
  const qty = line.qty ?? 1;
  if (order && qty !== 1) throw invalidAt(`${at}.qty`, "测评订单的数量只能为1");
  const unitFee = (line.unitFee ?? "") === "" ? source.worth : String(line.unitFee);
  if (order && dec(unitFee).gt(source.worth))
    throw invalidAt(
      `${at}.unitFee`,
      `单价不能超过测评任务的单均服务费${dec(source.worth).toFixed(2)}`,
    );
  return { qty, unitFee, base: null, rate: null, amount: round(dec(unitFee).times(qty), scale) };
}

const shareOf = (base: string, rate: string, scale: number) => ({
  ...{ qty: null, unitFee: null, base, rate },
  amount: round(dec(base).times(rate).div(100), scale),
});

function requireAdjust(adjust: string, reason: unknown, amount: string) {
  if (dec(adjust).abs().gt(dec(amount).times(ADJUST_PERCENT).div(100)))
    throw conflict(`调整金额超过${ADJUST_PERCENT}%`);
  if (!dec(adjust).eq(0) && !reason) throw invalidAt("adjustReason", "请填写调整原因");
}

/** What a rebate works out: its lines, their sums, what is left to settle (market.md 1). */
export async function workOut(c: RuleContext, next: Draft, before?: Row): Promise<void> {
  requirePeriod({ ...before, ...next });
  if (before) keepSources(next, before);
  const items: Line[] = next.items ?? before?.items ?? [];
  const sources = before ? await sourcesOf(c, items) : await begin(c, next);
  const whole: Draft = { ...before, ...next };
  const scale = await scaleOf(c, whole.currency);
  const resource = await c.sql.one<{ rate: string }>(
    "select coalesce(rebate_rate, 0)::text as rate from evaluation_resource where id = $1",
    [whole.resourceId],
  );
  if (!before && whole.direction === "receive" && !dec(resource?.rate).gt(0))
    throw conflict("测评资源没有返点率");
  items.forEach((line, i) => {
    const source = sources.get(keyOf(line) ?? "");
    if (!source) throw missing();
    const { no: sourceNo, kind: sourceType, says } = source;
    const share =
      whole.direction === "receive"
        ? shareOf(
            String(before ? line.base : source.worth),
            String(before ? line.rate : resource?.rate),
            scale,
          )
        : feeOf(line, { source, at: `items.${i}`, scale });
    Object.assign(line, { sourceType, sourceNo, says, ...share });
  });
  const amount = sum(items.map((line) => line.amount));
  const adjustAmount = round(whole.adjustAmount, scale);
  requireAdjust(adjustAmount, whole.adjustReason, amount);
  Object.assign(next, {
    ...{ items, amount, adjustAmount },
    baseAmount: sum(items.map((line) => line.base)),
    payableAmount: dec(amount).plus(adjustAmount).toFixed(2),
    ownerId: whole.ownerId ?? c.caller.userId,
  });
}

const ordersOf = (lines: readonly Pick<Line, "orderId">[]) =>
  lines.flatMap((line) => line.orderId ?? []);

/** Orders go into a new one, and those of removed lines leave it. */
export async function takeOrders(c: RuleContext, id: string, next: Draft, before?: Row) {
  const now = ordersOf(next.items ?? []);
  if (before) {
    const gone = ordersOf(before.items).filter((order) => !now.includes(order));
    if (gone.length) await leaveRebate(c, gone);
    return;
  }
  const row = await c.sql.one<{ no: string }>("select no from rebate where id = $1", [id]);
  if (now.length) await toRebate(c, now, row?.no ?? "");
  const tasks = await c.sql.query<{ id: string }>(
    "select distinct evaluation_id as id from evaluation_order where id = any($1::bigint[])",
    [now],
  );
  for (const task of tasks)
    await link(c, { type: "evaluation", id: task.id }, { type: "rebate", id });
  for (const { promotionId, refundId } of next.items ?? []) {
    if (promotionId)
      await link(c, { type: "platform_promotion", id: promotionId }, { type: "rebate", id });
    if (refundId) await link(c, { type: "eva_refund", id: refundId }, { type: "rebate", id });
  }
}

/** Gives orders back when their 返利单 is void. */
export const giveBack = async (c: RuleContext, row: Row): Promise<void> => {
  const orders = ordersOf(row.items);
  if (orders.length) await leaveRebate(c, orders);
};
