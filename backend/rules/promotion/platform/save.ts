import type { DraftOf, RowOf } from "#documents/kit";
import type { platformPromotion } from "#documents/promotion/platform-promotion";
import type { RuleContext } from "../../../documents/rules";
import { invalidAt } from "../../../http/refusal";
import { dec, r2, round, sum } from "../../../values/money";
import { listLines, placeOf } from "../listed";
import { marginsOf } from "./margin";

type Draft = DraftOf<typeof platformPromotion>;
type Row = RowOf<typeof platformPromotion>;
type Line = NonNullable<Draft["items"]>[number];

const HOURS = 3_600_000;
/** Longest time of a kind of promotion, in hours, and how it is said. */
const LONGEST: Readonly<Record<string, readonly [hours: number, says: string] | undefined>> = {
  lightningDeal: [24, "秒杀不能超过24小时"],
  coupon: [90 * 24, "优惠券不能超过90天"],
};
const at = (time: string) => Date.parse(`${time.replace(" ", "T")}Z`);

function requireTimes({ startTime, endTime, promoType }: Draft) {
  if (!startTime || !endTime) return;
  const hours = (at(endTime) - at(startTime)) / HOURS;
  if (hours <= 0) throw invalidAt("endTime", "结束时间要晚于开始时间");
  const [most, says] = LONGEST[String(promoType)] ?? [];
  if (most && hours > most) throw invalidAt("endTime", says ?? "");
}

/** What a line gives away. @throws Refusal 400 at a line */
function discountOf(line: Line, i: number, type: unknown): string {
  const [original, promo] = [dec(line.originalPrice), dec(line.promoPrice)];
  if (promo.gte(original)) throw invalidAt(`items.${i}.promoPrice`, "活动价要低于原价");
  const rate = round(dec(100).minus(promo.times(100).div(original)), 2);
  if (type === "coupon" && (dec(rate).lt(5) || dec(rate).gt(50)))
    throw invalidAt(`items.${i}.promoPrice`, "优惠券的折扣为5%到50%");
  return rate;
}

const givenAway = (line: Line, unitFee: Draft["unitFee"]) =>
  r2(
    dec(line.originalPrice)
      .minus(dec(line.promoPrice))
      .plus(dec(unitFee))
      .times(line.planQty ?? 0),
  );

/** The lowest margin that needs no further approval, percent. */
async function leastMargin({ sql, tenantId }: RuleContext): Promise<string> {
  const item = await sql.one<{ value: string }>(
    `select value from sys_dict_item where tenant_id = $1 and dict_type = 'min_margin'
       and del_flag = 0 order by sort_order, id limit 1`,
    [tenantId],
  );
  return item?.value ?? "5";
}

/** What a promotion works out: place, discounts, margins, the budget (market.md 1). */
export async function workOut(c: RuleContext, next: Draft, before?: Row): Promise<void> {
  const whole: Draft = { ...before, ...next };
  requireTimes(whole);
  const items = whole.items ?? [];
  const place = await placeOf(c, whole.storeId);
  const { groupId, asins } = await listLines(c, whole.storeId, items);
  const { unitFee, storeId } = whole;
  const margins = await marginsOf(c, { ...place, storeId: storeId ?? "", unitFee }, items);
  const least = await leastMargin(c);
  items.forEach((line, i) => {
    const discountRate = discountOf(line, i, whole.promoType);
    Object.assign(line, { discountRate, estMargin: margins[i] ?? null });
  });
  const needed = r2(
    dec(whole.fixedFee).plus(dec(sum(items.map((line) => givenAway(line, unitFee))))),
  );
  const budget = (whole.budget ?? "") === "" ? needed : r2(dec(whole.budget));
  if (dec(budget).lt(needed))
    throw invalidAt("budget", `预算不能低于按费用和计划数量计算的${needed}`);
  Object.assign(next, place, {
    ...{ groupId, asins, items, budget },
    ownerId: whole.ownerId ?? c.caller.userId,
    planQty: items.reduce((n, l) => n + Number(l.planQty ?? 0), 0),
    minMarginOk: margins.every((m) => m !== null && dec(m).gte(least)),
  });
}
