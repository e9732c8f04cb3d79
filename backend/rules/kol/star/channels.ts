import type { DraftOf, LineDraft } from "#documents/kit";
import type { star } from "#documents/kol/star";
import { lockAdvisory } from "../../../db/advisory";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";

type Channel = LineDraft<typeof star, "channels">;
type Level = NonNullable<DraftOf<typeof star>["level"]>;

/** Days after which figures of a channel are old. */
export const STALE_DAYS = 90;

/** One text for each page: without protocol, www, query and a slash at its end. */
export const urlKey = (url: string): string =>
  url
    .trim()
    .replace(/^https?:\/\/(www\.)?/i, "")
    .replace(/[?#].*$/, "")
    .replace(/\/+$/, "")
    .toLowerCase();

/** Level by the most followers that somebody has on one channel (market.md 2). */
export function levelOf(followers: number): Level {
  if (followers < 10_000) return "nano";
  if (followers < 100_000) return "micro";
  return followers <= 500_000 ? "mid" : "macro";
}

/** @throws Refusal 409 主页链接已存在于 {star}; who asks for the same page waits */
async function requireFree({ sql, tenantId }: RuleContext, keys: readonly string[], own?: string) {
  if (sql.held)
    for (const key of [...keys].sort())
      await lockAdvisory(sql, "starHomepage", `${tenantId}/${key}`);
  const other = await sql.one<{ name: string }>(
    `select s.star_name as name from star_channel c join star s on s.id = c.star_id
     where s.tenant_id = $1 and s.del_flag = 0 and c.del_flag = 0 and c.url_key = any($2)
       and s.id is distinct from $3 limit 1`,
    [tenantId, keys, own ?? null],
  );
  if (other) throw conflict(`主页链接已存在于 ${other.name}`);
}

/** Completes channels; answers what a star is known by: its largest channel. */
export async function channelFigures(c: RuleContext, channels: readonly Channel[], own?: string) {
  const seen = new Set<string>();
  for (const [i, channel] of channels.entries()) {
    const key = urlKey(channel.homepageUrl ?? "");
    if (seen.has(key))
      throw invalid("主页链接重复", { [`channels.${i}.homepageUrl`]: "主页链接重复" });
    seen.add(key);
    if ((channel.updatedDate ?? "") > today())
      throw invalid("更新日期不能晚于今天", {
        [`channels.${i}.updatedDate`]: "更新日期不能晚于今天",
      });
    Object.assign(channel, { urlKey: key, updatedDate: channel.updatedDate ?? today() });
  }
  await requireFree(c, [...seen], own);
  const [main] = [...channels].sort((a, b) => (b.followers ?? 0) - (a.followers ?? 0));
  const followers = main?.followers ?? 0;
  return { mainPlatform: main?.platform, followers, level: levelOf(followers) };
}

/** Keeps what each channel is like now, where that is new. */
export const keepHistory = ({ sql, tenantId, caller }: RuleContext, id: string) =>
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
