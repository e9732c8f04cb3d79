import type { RuleContext } from "../../../documents/rules";
import { plainOf } from "../../knowledge/text";
import { parcelsOf, type Thread } from "./talk";

/** A way to answer, with the words of this order filled in. */
export interface Template {
  id: string;
  title: string;
  language: string | null;
  text: string;
}

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
export const filled = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w{1,30})\}/g, (whole, name: string) => words[name] || whole);

/** Published answers for the site of a thread, those in the buyer's language first. */
export async function templatesFor(c: RuleContext, row: Thread): Promise<Template[]> {
  const found = await c.sql.query<{ content: string } & Omit<Template, "text">>(
    `select k.id, k.title, k.language, k.content from knowledge k
     where k.tenant_id = $1 and k.del_flag = 0 and k.status = 'published'
       and k.article_type = 'template' and k.visible_scope = 'all'
       and (k.site_ids = '{}' or $3::bigint = any(k.site_ids))
     order by k.language is not distinct from $2 desc, k.title limit 50`,
    [c.tenantId, row.language, row.siteId],
  );
  const words = await wordsOf(c, row);
  return found.map(({ id, title, language, content }) => ({
    ...{ id, title, language },
    text: filled(plainOf(content), words),
  }));
}
