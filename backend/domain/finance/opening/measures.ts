import { dec, param, rateOf } from "#backend/platform/values";
import type { CheckRow } from "#documents/finance/opening-check";
import type { SignAsking } from "./signs";

/** What the ledgers say of one measure. `currency`: of amounts; pieces have none. */
interface CheckMeasured {
  key: string;
  measure: string;
  by: string;
  ours: string;
  currency: string | null;
  /** What a platform says of it; then nobody types another figure. */
  platform?: string | null;
}

/** Each measure is one statement over ledgers and documents, none over openings. $1: the tenant. */
const MEASURES = [
  // On hand, and on the way to it, by warehouse.
  `select x.key || ':' || w.id as key, x.measure, w.name as by, x.ours::text as ours, x.currency
   from (select warehouse_id, sum(qty) filter (where bucket <> 'transit') as qty,
       sum(amount) filter (where bucket <> 'transit') as value,
       sum(qty) filter (where bucket = 'transit') as way,
       sum(amount) filter (where bucket = 'transit') as way_value
     from stock_move where tenant_id = $1 group by 1) m
     join warehouse w on w.id = m.warehouse_id
     cross join lateral (values
       (1, 'stockQty', '库存数量', m.qty::numeric, null),
       (2, 'stockValue', '库存金额', m.value, 'CNY'),
       (3, 'wayQty', '在途数量', m.way::numeric, null),
       (4, 'wayValue', '在途金额', m.way_value, 'CNY')
     ) as x(sort, key, measure, ours, currency)
   where x.ours is not null order by w.id, x.sort`,
  // Still to come of orders.
  `select x.key || ':' || o.currency as key, x.measure, o.currency as by, x.ours::text as ours, x.currency
   from (select o.currency, sum(l.open_qty)::numeric as qty,
       sum(round(l.open_qty * l.price * (1 + coalesce(l.tax_rate, 0) / 100), 2)) as amount
     from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id and l.del_flag = 0
     where o.tenant_id = $1 and o.del_flag = 0 and o.status = 'executing' group by 1) o
     cross join lateral (values (1, 'orderQty', '未到货采购数量', o.qty, null),
       (2, 'orderAmount', '未到货采购价税合计', o.amount, o.currency)) as x(sort, key, measure, ours, currency)
   order by o.currency, x.sort`,
  // Owed and paid ahead.
  `select x.key || ':' || e.currency as key, x.measure, e.currency as by, x.ours::text as ours, e.currency
   from (select currency, coalesce(sum(amount) filter (where biz_type not like 'openingPrepaid%'), 0) as owed,
       coalesce(-sum(amount) filter (where biz_type like 'openingPrepaid%'), 0) as paid, sum(amount) as net
     from ap_entry where tenant_id = $1 group by 1) e
     cross join lateral (values (1, 'owed', '应付', e.owed), (2, 'paid', '预付', e.paid), (3, 'net', '应付净额', e.net))
       as x(sort, key, measure, ours)
   order by e.currency, x.sort`,
  // In a platform's warehouses by store, beside the newest report of the platform.
  `select x.key || ':' || s.id as key, x.measure, s.store_name as by, x.ours::text as ours, null as currency,
     x.platform::text as platform
   from store s
     join lateral (select coalesce(sum(m.qty) filter (where m.bucket = 'good'), 0) as good,
         coalesce(sum(m.qty) filter (where m.bucket = 'bad'), 0) as bad, count(m.id) as moves
       from warehouse w left join stock_move m on m.warehouse_id = w.id and m.bucket in ('good', 'bad')
       where w.tenant_id = $1 and w.store_id = s.id and w.kind = 'fba' and w.del_flag = 0) ours on true
     left join lateral (select sum(r.sellable_qty) as good, sum(r.unsellable_qty) as bad
       from fba_inventory_row r where r.del_flag = 0 and r.fba_inventory_id = (select max(f.id) from fba_inventory f
         where f.tenant_id = $1 and f.store_id = s.id and f.status <> 'void' and f.del_flag = 0)) theirs on true
     cross join lateral (values (1, 'fbaGood', '平台库存良品', ours.good, theirs.good),
       (2, 'fbaBad', '平台库存次品', ours.bad, theirs.bad)) as x(sort, key, measure, ours, platform)
   where s.tenant_id = $1 and s.del_flag = 0 and (ours.moves > 0 or theirs.good is not null)
   order by s.id, x.sort`,
  // Orders that buyers of a store wait for since before the first day.
  `select 'unsent:' || s.id as key, '未发平台订单' as measure, s.store_name as by, o.n::text as ours, null as currency
   from (select store_id, count(*) as n from platform_order p
       where p.tenant_id = $1 and p.del_flag = 0 and p.status in ('Unshipped', 'PartiallyShipped')
         and exists (select 1 from opening q where q.tenant_id = $1 and q.kind = 'platformOrder' and q.del_flag = 0)
         and to_jsonb(p) ->> 'opening_no' is not null group by 1) o
     join store s on s.id = o.store_id order by s.id`,
];

/** What stars and participants are still to get. */
const PROMO = `select 'promo:' || currency as key, '红人/测评未付' as measure, currency as by,
    sum(amount)::text as ours, currency
  from opening_promo where tenant_id = $1 and del_flag = 0 and status in ('open', 'asked', 'rejected')
  group by currency order by currency`;

interface CheckTyped {
  key: string;
  old: string | null;
  note: string | null;
}

/** How far a figure lies from the old one. `rate`: CNY of one of its currency; pieces have none. */
function stateOf(diff: string | null, rate: string | undefined, tolerance: string): CheckRow["state"] {
  if (diff === null) return "open";
  if (dec(diff).eq(0)) return "even";
  return rate && dec(diff).times(rate).abs().lte(tolerance) ? "near" : "off";
}

/** Up to which difference, CNY, two figures are one. */
export const toleranceOf = async ({ sql, tenantId }: SignAsking): Promise<string> =>
  String(await param(sql, tenantId, "opening_tolerance_cny"));

/**
 * Rows of the check as the ledgers have them now, beside what was typed of the old system. Differences are
 * ours less the old figure; up to the tolerance, CNY, they need no word.
 * @param asOfDate day that foreign differences are turned into CNY at
 */
export async function checkRows(c: SignAsking, asOfDate: string): Promise<CheckRow[]> {
  const tolerance = await toleranceOf(c);
  const typed = await c.sql.query<CheckTyped>(
    "select key, old_value::text as old, note from opening_figure where tenant_id = $1",
    [c.tenantId],
  );
  const rows: CheckRow[] = [];
  const promos = await c.sql.one("select 1 where to_regclass('opening_promo') is not null");
  for (const text of promos ? [...MEASURES, PROMO] : MEASURES)
    for (const { platform = null, ...one } of await c.sql.query<CheckMeasured>(text, [c.tenantId])) {
      const { old: own = null, note = null } = typed.find((t) => t.key === one.key) ?? {};
      const old = platform ?? own;
      const digits = one.currency ? 2 : 0;
      const ours = dec(one.ours).toFixed(digits);
      const diff = old === null ? null : dec(ours).minus(old).toFixed(digits);
      const rate = one.currency ? await rateOf(c.sql, c.tenantId, one.currency, asOfDate) : undefined;
      const state = stateOf(diff, rate, tolerance);
      rows.push({ ...one, ours, old: old && dec(old).toFixed(digits), diff, note, state, told: platform !== null });
    }
  return rows;
}
