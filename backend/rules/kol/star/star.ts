import { type DraftOf, SECRET_SET, SECRET_UNSET, tailOf } from "#documents/kit";
import { star } from "#documents/kol/star";
import type { RuleContext } from "../../../documents/rules";
import { rules } from "../../../documents/written";
import { invalidAt } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { ordersBehind } from "../orders";
import { channelFigures, keepHistory, STALE_DAYS } from "./channels";
import { starMonths } from "./months";
import { requireOwn } from "./owners";
import { starTransitions } from "./transitions";

const WORDS: readonly unknown[] = [SECRET_SET, SECRET_UNSET, "", null, undefined];

/** What is shown of an account that was typed; nothing: it was not. */
function tail(account: string | null | undefined) {
  if (WORDS.includes(account)) return {};
  const end = tailOf(account);
  return { payeeTail: end === account ? "****" : String(end) };
}

type Draft = DraftOf<typeof star>;
type Stated = Pick<Draft, "contactEmail" | "contactIm" | "quoteMin" | "quoteMax">;

function requireWhole(whole: Stated) {
  if (!whole.contactEmail && !whole.contactIm)
    throw invalidAt("contactEmail", "邮箱和即时通讯至少填一个");
  if (whole.quoteMin && whole.quoteMax && dec(whole.quoteMin).gt(dec(whole.quoteMax)))
    throw invalidAt("quoteMax", "报价上限不能小于报价下限");
}

const old = (date: string) =>
  `${date} < (now() at time zone 'Asia/Shanghai')::date - ${STALE_DAYS}`;

/** 红人 (market.md 2). */
export const starRules = rules(star, {
  expressions: {
    stale: `exists (select 1 from star_channel c where c.star_id = t.id and c.del_flag = 0
      and ${old("c.updated_date")})`,
    contact: `nullif(concat_ws(' ', left(t.contact_email, 1) || '***@…', left(t.contact_im, 1) || '***'), '')`,
    roi: "round(t.total_sales_cny / nullif(t.total_cost_cny, 0), 2)",
  },
  filters: {
    categories: (value) => ({
      sql: "t.categories && string_to_array(?, ',')",
      values: [value],
    }),
    mainPlatform: (value) => ({
      sql: `exists (select 1 from star_channel c where c.star_id = t.id and c.del_flag = 0
        and c.platform = any(string_to_array(?, ',')))`,
      values: [value],
    }),
  },
  async enrichOne(c, row) {
    const stale = new Set(
      (
        await c.sql.query<{ id: string }>(
          `select id from star_channel where star_id = $1 and ${old("updated_date")}`,
          [row.id],
        )
      ).map(({ id }) => id),
    );
    for (const channel of row.channels) Object.assign(channel, { stale: stale.has(channel.id) });
    row.months = await starMonths(c, row.id);
    row.sold = await ordersBehind(c, "star_id", row.id);
  },
  async beforeSave(c: RuleContext, next, before) {
    if (before) requireOwn(c, before);
    const whole = { ...before, ...next };
    requireWhole(whole);
    if (next.channels) Object.assign(next, await channelFigures(c, next.channels, before?.id));
    Object.assign(next, tail(next.payeeAccount), {
      developerId: whole.developerId ?? c.caller.userId,
      common: !!whole.shared || before?.status === "pool",
      ...(!before && { ownerId: c.caller.userId }),
    });
  },
  async afterSave(c, id) {
    await keepHistory(c, id);
  },
  transitions: starTransitions,
});
