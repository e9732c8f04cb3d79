import type { RuleContext } from "#backend/engine/documents";
import { dec, r2, rateOf, today } from "#backend/platform/values";
import type { FreightBox, FreightStep } from "#documents/logistics/freight-price";
import { notServed, type Offer, offersWhere, priceBy } from "./quote";

export interface CompareAsked {
  country: string;
  date: string;
  zone: string;
  remote: boolean;
  boxes: readonly FreightBox[];
}

/** A channel as it is compared: its price, or why it does not serve the shipment. */
export interface CompareCompared {
  templateId: string;
  no: string;
  name: string;
  provider: string;
  channel: string;
  mode: string;
  days: string;
  currency: string;
  templateVersion: number;
  refused: string | null;
  total: string | null;
  baseTotal: string | null;
  chargeWeightKg: string | null;
  volumeM3: string | null;
  steps: FreightStep[];
  cheapest: boolean;
  quickest: boolean;
}

interface CompareWords {
  id: string;
  no: string;
  name: string;
  provider: string;
  channel: string;
  mode: string;
  min: number;
  max: number;
}

const wordsOf = ({ sql, tenantId }: RuleContext) =>
  sql.query<CompareWords>(
    `select t.id, t.no, t.name, s.name as provider, t.channel_name as channel,
       coalesce(i.label, t.transport_mode) as mode, t.transit_days_min as min,
       t.transit_days_max as max
     from freight_template t join supplier s on s.id = t.provider_id
       left join sys_dict_item i on i.tenant_id = t.tenant_id and i.dict_type = 'transport_mode'
         and i.value = t.transport_mode and i.del_flag = 0
     where t.tenant_id = $1 and t.del_flag = 0 and t.status = 'enabled' order by t.id`,
    [tenantId],
  );

async function one(c: RuleContext, offer: Offer, words: CompareWords, asked: CompareAsked): Promise<CompareCompared> {
  const { min, max, id: templateId, ...said } = words;
  const base = {
    templateId,
    ...said,
    days: min === max ? `${max}天` : `${min}–${max}天`,
    currency: offer.currency,
    templateVersion: offer.templateVersion,
    refused: null,
    total: null,
    baseTotal: null,
    chargeWeightKg: null,
    volumeM3: null,
    steps: [],
    cheapest: false,
    quickest: false,
  };
  const no = notServed(offer, asked);
  if (no) return { ...base, refused: no };
  const price = await priceBy(c, offer, asked);
  if ("refused" in price) return { ...base, refused: price.refused };
  const rate = await rateOf(c.sql, c.tenantId, offer.currency, asked.date);
  const { total, chargeWeightKg, volumeM3, steps } = price;
  return { ...base, total, chargeWeightKg, volumeM3, steps, baseTotal: r2(dec(total).times(rate)) };
}

const least = (rows: readonly CompareCompared[], of: (row: CompareCompared) => number): number =>
  Math.min(...rows.map(of));

/** Every enabled channel for one shipment, those that serve it first, the cheapest in CNY before. */
export async function compareFreight(c: RuleContext, asked: CompareAsked): Promise<CompareCompared[]> {
  const offers = await offersWhere(c, "t.status = 'enabled'");
  const words = new Map((await wordsOf(c)).map((w) => [w.id, w]));
  const rows: CompareCompared[] = [];
  for (const offer of offers) {
    const own = words.get(offer.id);
    if (own) rows.push(await one(c, offer, own, asked));
  }
  const served = rows.filter((r) => r.total !== null);
  const cost = (r: CompareCompared) => Number(r.baseTotal);
  const days = (r: CompareCompared) => words.get(r.templateId)?.max ?? 0;
  const [low, fast] = [least(served, cost), least(served, days)];
  return [
    ...served
      .map((r) => ({ ...r, cheapest: cost(r) === low, quickest: days(r) === fast }))
      .sort((a, b) => cost(a) - cost(b)),
    ...rows.filter((r) => r.total === null),
  ];
}

/** Boxes of a transfer, and where it goes. */
export async function shipmentOf({ sql, tenantId }: RuleContext, transferId: string) {
  const head = await sql.one<{ no: string; zone: string | null; country: string | null }>(
    `select t.no, t.fc_code as zone, w.country from transfer t
       join warehouse w on w.id = t.to_warehouse_id where t.id = $1 and t.tenant_id = $2`,
    [transferId, tenantId],
  );
  const boxes = await sql.query<{ text: string }>(
    `select count(*) || ',' || trim_scale(length_cm) || ',' || trim_scale(width_cm) || ','
       || trim_scale(height_cm) || ',' || trim_scale(weight_kg) || ',0' as text
     from transfer_box where transfer_id = $1 and del_flag = 0
     group by length_cm, width_cm, height_cm, weight_kg order by min(box_no)`,
    [transferId],
  );
  return { ...head, date: today(), boxes: boxes.map((b) => b.text).join(";") };
}
