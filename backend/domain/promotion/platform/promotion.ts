import { costOfPieces } from "#backend/domain/pieces";
import { patch, type RuleContext, readWhole, rules, transition } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { dec, r2, r4, rateOf, round, sum } from "#backend/platform/values";
import type { DraftOf, RowOf } from "#documents/kit";
import { platformPromotion } from "#documents/promotion/platform-promotion";
import { listLines, placeOf, requireOwn } from "../listed";
import { instant } from "./clock";
import { fillActual } from "./turn";

/** What the platform keeps of a price (market.md 13). */
const KEPT = "0.15";
/** What it asks for bringing a unit where nothing of it was sold yet: 3 USD and 7 % of the price (market.md 13). */
const USUAL = { usd: "3", share: "0.07" };
const DAYS = 90;

interface PromotionUnit {
  skuId: string;
  cost: string | null;
  /** Fulfilment of a unit over the last days, in the currency of the store. */
  fulfil: string | null;
}

/** Cost and fulfilment of a unit of these SKUs in a store. */
async function unitsOf(c: RuleContext, storeId: string, skuIds: readonly string[]) {
  const rows = await c.sql.query<PromotionUnit>(
    `select k.id as "skuId", ${costOfPieces("k.id")}::text as cost, (
         select (sum(f.fulfill_fee) / nullif(sum(f.units), 0))::text
         from fact_trade_daily f join sku_listing l on l.store_id = f.store_id
           and l.msku = f.seller_sku and l.del_flag = 0
         where l.sku_id = k.id and f.store_id = $1 and f.biz_date >= now()::date - $3::int) as fulfil
     from sku k where k.id = any($2::bigint[])`,
    [storeId, skuIds, DAYS],
  );
  return new Map(rows.map((r) => [r.skuId, r]));
}

/**
 * What is left of the price of each line during a deal, in percent of it (market.md 1): less the
 * platform's 15 %, cost, fulfilment and the fee of the deal; a line without a cost is unknown.
 */
async function marginsOf(
  c: RuleContext,
  place: { storeId: string; currency: string; unitFee: string | number | null | undefined },
  lines: readonly { skuId?: string | null; promoPrice?: string | number | null }[],
): Promise<(string | null)[]> {
  const units = await unitsOf(
    c,
    place.storeId,
    lines.map((l) => String(l.skuId)),
  );
  const rate = await rateOf(c.sql, c.tenantId, place.currency);
  const usd = await rateOf(c.sql, c.tenantId, "USD");
  return lines.map((line) => {
    const unit = units.get(String(line.skuId));
    const price = dec(line.promoPrice);
    if (!unit?.cost || price.lte(0)) return null;
    const usual = dec(USUAL.usd).times(usd).div(rate).plus(price.times(USUAL.share));
    const fulfil = unit.fulfil ? dec(unit.fulfil) : usual;
    const left = price
      .times(dec(1).minus(KEPT))
      .minus(r4(dec(unit.cost).div(rate)))
      .minus(fulfil)
      .minus(dec(place.unitFee));
    return round(left.times(100).div(price), 2);
  });
}

type PromotionDraft = DraftOf<typeof platformPromotion>;
type SaveRow = RowOf<typeof platformPromotion>;
type PromotionLine = NonNullable<PromotionDraft["items"]>[number];

const HOURS = 3_600_000;
/** Longest time of a kind of promotion, in hours, and how it is said. */
const LONGEST: Readonly<Record<string, readonly [hours: number, says: string] | undefined>> = {
  lightningDeal: [24, "秒杀不能超过24小时"],
  coupon: [90 * 24, "优惠券不能超过90天"],
};
const at = (time: string) => Date.parse(`${time.replace(" ", "T")}Z`);

function requireTimes({ startTime, endTime, promoType }: PromotionDraft) {
  if (!startTime || !endTime) return;
  const hours = (at(endTime) - at(startTime)) / HOURS;
  if (hours <= 0) throw invalidAt("endTime", "结束时间要晚于开始时间");
  const [most, says] = LONGEST[String(promoType)] ?? [];
  if (most && hours > most) throw invalidAt("endTime", says ?? "");
}

/** What a line gives away. @throws Refusal 400 at a line */
function discountOf(line: PromotionLine, i: number, type: unknown): string {
  const [original, promo] = [dec(line.originalPrice), dec(line.promoPrice)];
  if (promo.gte(original)) throw invalidAt(`items.${i}.promoPrice`, "活动价要低于原价");
  const rate = round(dec(100).minus(promo.times(100).div(original)), 2);
  if (type === "coupon" && (dec(rate).lt(5) || dec(rate).gt(50)))
    throw invalidAt(`items.${i}.promoPrice`, "优惠券的折扣为5%到50%");
  return rate;
}

const givenAway = (line: PromotionLine, unitFee: PromotionDraft["unitFee"]) =>
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
async function workOut(c: RuleContext, next: PromotionDraft, before?: SaveRow): Promise<void> {
  const whole: PromotionDraft = { ...before, ...next };
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
  const needed = r2(dec(whole.fixedFee).plus(dec(sum(items.map((line) => givenAway(line, unitFee))))));
  const budget = (whole.budget ?? "") === "" ? needed : r2(dec(whole.budget));
  if (dec(budget).lt(needed)) throw invalidAt("budget", `预算不能低于按费用和计划数量计算的${needed}`);
  Object.assign(next, place, {
    groupId,
    asins,
    items,
    budget,
    ownerId: whole.ownerId ?? c.caller.userId,
    planQty: items.reduce((n, l) => n + Number(l.planQty ?? 0), 0),
    minMarginOk: margins.every((m) => m !== null && dec(m).gte(least)),
  });
}

/** Another promotion in force over the same time with one of these ASINs, its store locked. */
async function rivalOf(c: RuleContext, row: SaveRow) {
  await lockIds(c.sql, "store", [row.storeId]);
  return c.sql.one<{ asin: string; no: string }>(
    `select l.asin, p.no from platform_promotion_line l
       join platform_promotion p on p.id = l.platform_promotion_id
     where p.tenant_id = $1 and p.store_id = $2 and p.id <> $3 and p.del_flag = 0 and l.del_flag = 0
       and p.status in ('approved', 'running') and l.asin = any($4)
       and p.start_time < (select end_time from platform_promotion where id = $3)
       and p.end_time > (select start_time from platform_promotion where id = $3)
     order by p.id limit 1`,
    [c.tenantId, row.storeId, row.id, row.items.map((l) => l.asin)],
  );
}

const overlap = (rival: { asin: string; no: string } | undefined) =>
  rival && `ASIN ${rival.asin} 在该时段已有推广 ${rival.no}`;

const submit = transition(platformPromotion, "submit", {
  lock: async (c, row) => ({ rival: await rivalOf(c, row) }),
  guard({ row, rival }, c) {
    requireOwn(c, row);
    return overlap(rival);
  },
  async effect(c, { row }) {
    const rate = await rateOf(c.sql, c.tenantId, row.currency ?? "");
    await patch(c, platformPromotion, row.id, { exchangeRate: rate, budgetCny: r2(dec(row.budget).times(rate)) });
  },
});

const approved = transition(platformPromotion, "approved", {
  lock: async (c, row) => ({ rival: await rivalOf(c, row) }),
  guard: ({ rival }) => overlap(rival),
});

const cancel = transition(platformPromotion, "cancel", { effect: ({ sql }, { row }) => fillActual(sql, row.id) });

const review = transition(platformPromotion, "review", {
  async effect({ sql }, { row }, { conclusion }) {
    await fillActual(sql, row.id);
    await patch({ sql }, platformPromotion, row.id, { conclusion });
  },
});

const beijing = (time: string) => `to_char(${instant(time)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`;

/** 平台推广 (market.md 1). */
export const promotionRules = rules(platformPromotion, {
  expressions: {
    siteClock: `(select ${beijing("t.start_time")} || ' 至 ' || ${beijing("t.end_time")}
       from site i where i.id = t.site_id)`,
  },
  beforeSave: workOut,
  async flowFlags(c, { id }) {
    const row = await readWhole(c, platformPromotion, id, { anyScope: true });
    return { amountCny: row.budgetCny, lowMargin: !row.minMarginOk };
  },
  transitions: [submit, approved, cancel, review],
});
