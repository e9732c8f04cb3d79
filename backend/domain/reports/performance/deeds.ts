import type { RuleContext } from "#backend/engine/documents/rules";
import { Where } from "#backend/platform/db";
import { today } from "#backend/platform/values";
import { adChange } from "#documents/advertisement/ad-change";
import { listingNote } from "#documents/cockpit/listing-note";
import { type ListQuery, permissionOf } from "#documents/kit";
import { transfer } from "#documents/logistics/transfer";
import { listingsOf, performanceDays } from "./asked";
import { words } from "./days";
import { STORES } from "./sources";

/** As many as are read at once; the lists behind them have the others. */
const MOST = 20;
/** What people do is dated where they work. */
const HERE = "at time zone 'Asia/Shanghai'";

const DOCUMENTS = { ad_change: adChange, listing_note: listingNote, transfer } as const;

/** Something that the team did to a listing, and the document that says it, where the reader may open it. */
interface Deed {
  day: string;
  kind: string;
  said: string;
  who: string | null;
  document: keyof typeof DOCUMENTS | null;
  id: string | null;
  no: string | null;
}

/** What was done to the listings of a question in its days, as rows `(at, day, kind, said, by, document, id, no)`. */
const done = (from: string, till: string, tenant: string) => `
  select a.sent_time as at, (a.sent_time ${HERE})::date as day, '广告' as kind,
    ${words(adChange.fields.kind.options, "a.kind")} || a.lines || '项' || coalesce('：' || nullif(a.cause, ''), '') as said,
    case when a.origin in ('rule', 'daypart', 'pacing') then ${words(adChange.fields.origin.options, "a.origin")} end as way,
    a.create_by as by, 'ad_change' as document, a.id, a.no
  from (
    select a.id, a.no, a.sent_time, a.kind, a.cause, a.origin, a.create_by, count(*) as lines
    from ad_change a join ad_change_line i on i.ad_change_id = a.id and i.del_flag = 0 and i.result = 'ok'
    where a.tenant_id = ${tenant} and a.del_flag = 0 and a.store_id = any(${STORES})
      and a.sent_time >= ${from}::date - 1 and a.sent_time < ${till}::date + 2
      and exists (select 1 from listing l join fact_ad_product_daily p on lower(p.advertised_sku) = lower(l.msku)
        where l.store_id = a.store_id and p.campaign_id = i.campaign_id and p.rpt_date > a.sent_time::date - 31)
    group by a.id) a
  union all
  select n.create_time, n.note_day, ${words(listingNote.fields.what.options, "n.what")}, n.content, null, n.create_by,
    'listing_note', n.id, null
  from listing_note n
  where n.tenant_id = ${tenant} and n.del_flag = 0
    and exists (select 1 from listing l where l.store_id = n.store_id and coalesce(n.msku, '') in ('', l.msku))
  union all
  select t.at, (t.at ${HERE})::date, '发往FBA',
    t.qty || '件' || coalesce('，货件' || nullif(t.shipment_id, ''), '') || '，' || ${words(transfer.status.values, "t.status")},
    null, t.create_by, 'transfer', t.id, t.no
  from (
    select t.id, t.no, t.shipment_id, t.status, t.create_by, coalesce(t.ship_time, t.create_time) as at,
      sum(i.good_qty + i.bad_qty) as qty
    from transfer t join transfer_line i on i.transfer_id = t.id and i.del_flag = 0
      join listing l on l.store_id = t.store_id and l.msku = i.msku
    where t.tenant_id = ${tenant} and t.del_flag = 0 and t.status <> 'void' group by t.id) t
  union all
  select c.day + interval '12 hours', c.day, '价格', trim_scale(c.old_value::numeric) || '→' || trim_scale(c.new_value::numeric),
    '平台报告', null, null, null, null
  from listing_change c join listing l on l.store_id = c.store_id and l.msku = c.fact_sku
  where c.what = 'price' and c.old_value is not null and c.new_value is not null`;

/** 操作记录 (figures.md D.5): what the team did to the listings of a question, the newest first. */
export async function deedsOf(c: RuleContext, query: ListQuery): Promise<Deed[]> {
  const where = new Where();
  const bind = (value: unknown) => where.bind(value);
  const { first, last } = performanceDays(query);
  // Figures end yesterday; what was done since is told too.
  const [from, till, tenant] = [bind(first), bind(last >= today(-1) ? today() : last), bind(c.tenantId)];
  const deeds = await c.sql.query<Deed>(
    `with ${listingsOf(query, bind, c.caller, true)}
     select d.day::text as day, d.kind, d.said, coalesce(d.way, u.displayname) as who, d.document, d.id::text as id, d.no
     from (${done(from, till, tenant)}) d left join sys_user u on u.id = d.by and u.tenant_id = ${tenant}
     where d.day between ${from}::date and ${till}::date
     order by d.day desc, d.at desc, d.document, d.id desc limit ${MOST}`,
    where.values,
  );
  const opens = (name: keyof typeof DOCUMENTS) => c.caller.permissions.has(permissionOf(DOCUMENTS[name], "view"));
  return deeds.map((deed) => (deed.document && opens(deed.document) ? deed : { ...deed, document: null, id: null }));
}
