import type { Sql } from "#backend/platform/db";
import { partsOf } from "./logistics/inbound-answers";

interface WindowKept {
  id: string;
  startDate: string;
  endDate: string;
}

interface KnownBox {
  quantity: number;
  dimensions: { unitOfMeasurement: string; length: number; width: number; height: number };
  weight: { unit: string; value: number };
  items: { msku: string; quantity: number }[];
}

/** A plan of goods for the marketplace's warehouses, as far as it has heard of it. */
interface StandInPlan {
  id: string;
  account: string;
  name: string;
  marketplaceId: string;
  country: string;
  currency: string;
  status: "ACTIVE";
  createdAt: string;
  items: { msku: string; quantity: number; labelOwner: string; prepOwner: string }[];
  packings: { id: string; status: "ACCEPTED"; group: string }[];
  boxes: KnownBox[];
  placements: { id: string; status: "OFFERED" | "ACCEPTED" | "EXPIRED"; fee: string; shipmentIds: string[] }[];
  shipments: {
    id: string;
    placement: string;
    fc: string;
    boxes: KnownBox[];
    confirmationId?: string;
    transports: never[];
    windows: WindowKept[];
    tracking: never[];
  }[];
}

type KeptPlan = Pick<
  StandInPlan,
  "id" | "account" | "name" | "marketplaceId" | "country" | "currency" | "createdAt" | "items"
> & {
  group: string;
  settled: boolean;
  boxes: { msku: string; qty: number; size: [length: number, width: number, height: number]; kg: number }[];
  options: { id: string; fee: string; centres: string; chosen: boolean }[];
  numbers: Record<string, string>;
  windows: Record<string, WindowKept[]>;
};

/** Plans that the marketplace has and that are not under way yet. */
const keptPlans = (sql: Sql) =>
  sql.query<KeptPlan>(
    `select t.inbound_plan_id as id, c.account, t.plan_name as name, i.marketplace_id as "marketplaceId",
       case i.site_code when 'UK' then 'GB' else i.site_code end as country, i.currency,
       to_char(t.create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
       t.packing_groups -> 0 ->> 'id' as "group", t.status in ('transport', 'window') as settled,
       (select jsonb_agg(jsonb_build_object('msku', l.msku, 'quantity', l.qty, 'labelOwner', t.label_owner,
         'prepOwner', t.prep_owner) order by l.line_no, l.id) from fba_inbound_line l
         where l.fba_inbound_id = t.id and l.del_flag = 0) as items,
       coalesce((select jsonb_agg(jsonb_build_object('msku', l.msku, 'qty', b.qty, 'kg', b.weight_kg,
         'size', jsonb_build_array(b.length_cm, b.width_cm, b.height_cm)) order by b.box_no)
         from fba_inbound_box b join fba_inbound_line l on l.fba_inbound_id = t.id
           and l.sku_id = (b.contents -> 0 ->> 'skuId')::bigint and l.del_flag = 0
         where b.fba_inbound_id = t.id), '[]') as boxes,
       coalesce((select jsonb_agg(jsonb_build_object('id', o.option_id, 'fee', o.fee::text, 'centres', o.centres,
         'chosen', o.chosen) order by o.option_no) from fba_inbound_option o where o.fba_inbound_id = t.id), '[]')
         as options,
       coalesce((select jsonb_object_agg(s.platform_id, s.shipment_id) from fba_inbound_shipment s
         where s.fba_inbound_id = t.id), '{}') as numbers,
       coalesce((select jsonb_object_agg(w.platform_id, w.own) from (
         select platform_id, jsonb_agg(jsonb_build_object('id', window_id, 'startDate', start_day || 'T00:00:00Z',
           'endDate', end_day || 'T00:00:00Z') order by start_day) as own
         from fba_inbound_window where fba_inbound_id = t.id group by 1) w), '{}') as windows
     from fba_inbound t join connector c on c.store_id = t.store_id and c.kind = 'marketplace' and c.enabled
         and c.base_url is null and c.del_flag = 0
       join store r on r.id = t.store_id join site i on i.id = r.site_id
     where t.inbound_plan_id is not null and t.status in ('packing', 'placement', 'transport', 'window') and t.del_flag = 0
     order by t.id`,
  );

/** What the marketplace knows of our inbound plans from the beginning. */
export async function ownPlans(sql: Sql): Promise<StandInPlan[]> {
  return (await keptPlans(sql)).map(({ group, settled, boxes: kept, options, numbers, windows, ...plan }) => {
    const boxes = kept.map(({ msku, qty, size: [length, width, height], kg }) => ({
      quantity: 1,
      dimensions: { unitOfMeasurement: "CM", length, width, height },
      weight: { unit: "KG", value: kg },
      items: [{ msku, quantity: qty }],
    }));
    const lineOf = ({ items: [item] }: KnownBox) => plan.items.findIndex(({ msku }) => msku === item?.msku);
    const shipments = options.flatMap(({ id: placement, centres, chosen }) =>
      settled && !chosen
        ? []
        : partsOf(placement, centres.split("、"), boxes, lineOf).map(({ platformId: id, fcCode: fc, boxes: own }) => ({
            id,
            placement,
            fc,
            boxes: own,
            ...(numbers[id] && { confirmationId: numbers[id] }),
            transports: [],
            windows: windows[id] ?? [],
            tracking: [],
          })),
    );
    return {
      ...plan,
      status: "ACTIVE",
      packings: [{ id: `${group}-packing`, status: "ACCEPTED", group }],
      boxes,
      placements: options.map(({ id, fee, chosen }) => ({
        id,
        fee,
        status: !settled ? "OFFERED" : chosen ? "ACCEPTED" : "EXPIRED",
        shipmentIds: shipments.filter(({ placement }) => placement === id).map((s) => s.id),
      })),
      shipments,
    };
  });
}
