import { plainOf } from "#backend/domain/knowledge/text";
import { type RuleContext, rules } from "#backend/engine/documents";
import { csThread } from "#documents/service/thread";
import { slaOf } from "./figures";
import { parcelsOf, type Thread, type ThreadSent, talkOf } from "./talk";
import { threadTransitions } from "./transitions";

/** A way to answer, with the words of this order filled in. */
type ThreadTemplate = NonNullable<ThreadSent["templates"]>[number];

/** Names in braces that stand for something of the order. */
async function wordsOf(c: RuleContext, row: Thread): Promise<Record<string, string>> {
  const [parcel] = await parcelsOf(c, row.platformOrderId);
  const order = await c.sql.one<{ sku: string | null; title: string | null }>(
    `select l.seller_sku as sku, l.title from platform_order_line l
     where l.platform_order_id = $1 and l.del_flag = 0 order by l.id limit 1`,
    [row.platformOrderId],
  );
  return {
    orderNo: row.platformOrderNo ?? "",
    storeName: row.storeName ?? "",
    trackingNo: parcel?.trackingNo ?? "",
    sku: order?.sku ?? "",
    productName: order?.title ?? order?.sku ?? "",
    agentName: c.caller.displayname,
  };
}

/** A template with its words; a name that nobody knows stays, so that it is seen. */
const filled = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w{1,30})\}/g, (whole, name: string) => words[name] || whole);

/** Published answers for the site of a thread, those in the buyer's language first. */
async function templatesFor(c: RuleContext, row: Thread): Promise<ThreadTemplate[]> {
  const found = await c.sql.query<{ content: string } & Omit<ThreadTemplate, "text">>(
    `select k.id, k.title, k.language, k.content from knowledge k
     where k.tenant_id = $1 and k.del_flag = 0 and k.status = 'published'
       and k.article_type = 'template' and k.visible_scope = 'all'
       and (k.site_ids = '{}' or $3::bigint = any(k.site_ids))
     order by k.language is not distinct from $2 desc, k.title limit 50`,
    [c.tenantId, row.language, row.siteId],
  );
  const words = await wordsOf(c, row);
  return found.map(({ id, title, language, content }) => ({
    id,
    title,
    language,
    text: filled(plainOf(content), words),
  }));
}

/** 站内信 (market.md 3). */
export const threadRules = rules(csThread, {
  expressions: {
    slaState: slaOf("t"),
    remainHours: `case when t.status in ('open', 'pending')
      then round((extract(epoch from t.due_time - now()) / 3600)::numeric, 1) end`,
    firstMinutes: `(select (extract(epoch from min(o.message_time) - f.at) / 60)::int
      from (select min(message_time) as at from cs_message
          where cs_thread_id = t.id and direction = 'in' and del_flag = 0) f
        join cs_message o on o.cs_thread_id = t.id and o.direction = 'out' and o.del_flag = 0
          and o.message_time >= f.at group by f.at)`,
  },
  async enrichOne(c, row) {
    row.talk = await talkOf(c, row);
    row.templates = await templatesFor(c, row);
  },
  transitions: threadTransitions,
});
