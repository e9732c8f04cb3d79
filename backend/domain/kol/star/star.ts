import { type RuleContext, rules } from "#backend/engine/documents";
import { lockAdvisory } from "#backend/platform/db";
import { conflict, invalid, invalidAt } from "#backend/platform/http";
import { dec, today } from "#backend/platform/values";
import { type DraftOf, type LineDraft, SECRET_SET, SECRET_UNSET, type SentOf, tailOf } from "#documents/kit";
import { star } from "#documents/kol/star";
import { ordersBehind } from "../orders";
import { requireOwn, starTransitions } from "./transitions";

type StarChannel = LineDraft<typeof star, "channels">;
type StarLevel = NonNullable<DraftOf<typeof star>["level"]>;

/** Days after which figures of a channel are old. */
const STALE_DAYS = 90;

/** One text for each page: without protocol, www, query and a slash at its end. */
const urlKey = (url: string): string =>
  url
    .trim()
    .replace(/^https?:\/\/(www\.)?/i, "")
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "")
    .toLowerCase();

/** Level by the most followers that somebody has on one channel (market.md 2). */
function levelOf(followers: number): StarLevel {
  if (followers < 10_000) return "nano";
  if (followers < 100_000) return "micro";
  return followers <= 500_000 ? "mid" : "macro";
}

/** @throws Refusal 409 主页链接已存在于 {star}; who asks for the same page waits */
async function requireFree({ sql, tenantId }: RuleContext, keys: readonly string[], own?: string) {
  if (sql.held) for (const key of [...keys].sort()) await lockAdvisory(sql, "starHomepage", `${tenantId}/${key}`);
  const other = await sql.one<{ name: string }>(
    `select s.star_name as name from star_channel c join star s on s.id = c.star_id
     where s.tenant_id = $1 and s.del_flag = 0 and c.del_flag = 0 and c.url_key = any($2)
       and s.id is distinct from $3 limit 1`,
    [tenantId, keys, own ?? null],
  );
  if (other) throw conflict(`主页链接已存在于 ${other.name}`);
}

/** Completes channels; answers what a star is known by: its largest channel. */
async function channelFigures(c: RuleContext, channels: readonly StarChannel[], own?: string) {
  const seen = new Set<string>();
  for (const [i, channel] of channels.entries()) {
    const key = urlKey(channel.homepageUrl ?? "");
    if (seen.has(key)) throw invalid("主页链接重复", { [`channels.${i}.homepageUrl`]: "主页链接重复" });
    seen.add(key);
    if ((channel.updatedDate ?? "") > today())
      throw invalid("更新日期不能晚于今天", { [`channels.${i}.updatedDate`]: "更新日期不能晚于今天" });
    Object.assign(channel, { urlKey: key, updatedDate: channel.updatedDate ?? today() });
  }
  await requireFree(c, [...seen], own);
  const [main] = [...channels].sort((a, b) => (b.followers ?? 0) - (a.followers ?? 0));
  const followers = main?.followers ?? 0;
  return { mainPlatform: main?.platform, followers, level: levelOf(followers) };
}

/** Keeps what each channel is like now, where that is new. */
const keepHistory = ({ sql, tenantId, caller }: RuleContext, id: string) =>
  sql.query(
    `insert into star_history (tenant_id, create_by, star_id, line_no, platform, homepage_url,
       followers, avg_views, engagement_rate, updated_date)
     select $2, $3, c.star_id, row_number() over (order by c.line_no) + coalesce((
         select max(line_no) from star_history where star_id = c.star_id), 0),
       c.platform, c.homepage_url, c.followers, c.avg_views, c.engagement_rate,
       c.updated_date
     from star_channel c
       left join lateral (select * from star_history h where h.star_id = c.star_id
         and h.homepage_url = c.homepage_url order by h.id desc limit 1) h on true
     where c.star_id = $1 and c.del_flag = 0
       and (h.id is null or (h.followers, h.avg_views, h.engagement_rate)
         is distinct from (c.followers, c.avg_views, c.engagement_rate))`,
    [id, tenantId, caller.userId],
  );

/** What work with a star cost and brought by month, CNY, the latest first. */
const starMonths = ({ sql }: RuleContext, id: string): Promise<SentOf<typeof star>["months"]> =>
  sql.query(
    `with own as (select * from cooperation where star_id = $1 and del_flag = 0),
     parts as (
       select to_char(coalesce(o.publish_date, o.publish_plan_date), 'YYYY-MM') as month,
         1 as coops, 0 as samples, 0 as fees, o.sample_cost_cny as sample, o.freight_cny as freight,
         o.fee_cny as fee, o.attributed_orders as orders, o.attributed_sales_cny as sales
       from own o where o.status in ('approved', 'published', 'finished', 'terminated')
       union all
       select to_char(coalesce(o.publish_date, o.publish_plan_date), 'YYYY-MM'), 0,
         (select count(*) from deliver d where d.cooperation_id = o.id and d.del_flag = 0
           and d.status in ('shipped', 'signed', 'exception')),
         (select count(*) from ads_fee f where f.cooperation_id = o.id and f.del_flag = 0
           and f.status in ('verified', 'paid')), 0, 0, 0, 0, 0
       from own o where o.status in ('approved', 'published', 'finished', 'terminated'))
     select month, sum(coops)::int as coops, sum(samples)::int as samples, sum(fees)::int as fees,
       sum(sample + freight)::text as "sampleCost", sum(fee)::text as "feeCost",
       sum(sample + freight + fee)::text as cost, sum(orders)::int as orders, sum(sales)::text as sales,
       round(sum(sales) / nullif(sum(sample + freight + fee), 0), 2)::text as roi
     from parts group by month order by month desc limit 36`,
    [id],
  );

const WORDS: readonly unknown[] = [SECRET_SET, SECRET_UNSET, "", null, undefined];

/** What is shown of an account that was typed; nothing: it was not. */
function tail(account: string | null | undefined) {
  if (WORDS.includes(account)) return {};
  const end = tailOf(account);
  return { payeeTail: end === account ? "****" : String(end) };
}

type StarDraft = DraftOf<typeof star>;
type Stated = Pick<StarDraft, "contactEmail" | "contactIm" | "quoteMin" | "quoteMax">;

function requireWhole(whole: Stated) {
  if (!whole.contactEmail && !whole.contactIm) throw invalidAt("contactEmail", "邮箱和即时通讯至少填一个");
  if (whole.quoteMin && whole.quoteMax && dec(whole.quoteMin).gt(dec(whole.quoteMax)))
    throw invalidAt("quoteMax", "报价上限不能小于报价下限");
}

const old = (date: string) => `${date} < (now() at time zone 'Asia/Shanghai')::date - ${STALE_DAYS}`;

/** 红人 (market.md 2). */
export const starRules = rules(star, {
  expressions: {
    stale: `exists (select 1 from star_channel c where c.star_id = t.id and c.del_flag = 0
      and ${old("c.updated_date")})`,
    contact: `nullif(concat_ws(' ', left(t.contact_email, 1) || '***@…', left(t.contact_im, 1) || '***'), '')`,
    roi: "round(t.total_sales_cny / nullif(t.total_cost_cny, 0), 2)",
  },
  filters: {
    categories: (value) => ({ sql: "t.categories && string_to_array(?, ',')", values: [value] }),
    mainPlatform: (value) => ({
      sql: `exists (select 1 from star_channel c where c.star_id = t.id and c.del_flag = 0
        and c.platform = any(string_to_array(?, ',')))`,
      values: [value],
    }),
  },
  async enrichOne(c, row) {
    const stale = new Set(
      (
        await c.sql.query<{ id: string }>(`select id from star_channel where star_id = $1 and ${old("updated_date")}`, [
          row.id,
        ])
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
