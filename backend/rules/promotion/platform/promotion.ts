import type { RowOf } from "#documents/kit";
import { platformPromotion } from "#documents/promotion/platform-promotion";
import { lockIds } from "../../../db/locks";
import { readWhole } from "../../../documents/reading/row";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { dec, r2 } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { requireOwn } from "../own";
import { fillActual } from "./actual";
import { instant } from "./clock";
import { workOut } from "./save";

type Row = RowOf<typeof platformPromotion>;

/** Another promotion in force over the same time with one of these ASINs, its store locked. */
async function rivalOf(c: RuleContext, row: Row) {
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
    await c.sql.query(
      "update platform_promotion set exchange_rate = $2, budget_cny = $3 where id = $1",
      [row.id, rate, r2(dec(row.budget).times(rate))],
    );
  },
});

const approved = transition(platformPromotion, "approved", {
  lock: async (c, row) => ({ rival: await rivalOf(c, row) }),
  guard: ({ rival }) => overlap(rival),
});

const cancel = transition(platformPromotion, "cancel", {
  effect: ({ sql }, { row }) => fillActual(sql, row.id),
});

const review = transition(platformPromotion, "review", {
  async effect({ sql }, { row }, { conclusion }) {
    await fillActual(sql, row.id);
    await sql.query("update platform_promotion set conclusion = $2 where id = $1", [
      row.id,
      conclusion,
    ]);
  },
});

const beijing = (time: string) =>
  `to_char(${instant(time)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`;

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
