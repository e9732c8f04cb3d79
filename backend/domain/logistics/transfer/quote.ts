import type { RuleContext } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, sum } from "#backend/platform/values";
import { quoteFreight } from "../freight/quote";
import { boxesOf, equalBoxes, type PackRow, type TransferBox, volumeOf } from "./boxes";
import type { TransferRow } from "./lines";
import type { Places } from "./places";
import type { Packing } from "./skus";

/** cm³ per kg, and the kg that a box is rounded up to, where no template says otherwise. */
const DIVISOR = 6000;
const UNIT = "0.5";

/** What carriers charge a box by without a template, kg. */
function chargeOf({ lengthCm, widthCm, heightCm, weightKg }: TransferBox): string {
  const bulk = dec(lengthCm).times(widthCm).times(heightCm).div(DIVISOR);
  const kg = bulk.gt(weightKg) ? bulk : dec(weightKg);
  const units = kg.div(UNIT);
  const up = units.round(0, 3); // away from zero
  return r2(up.times(UNIT));
}

/** What a shipment weighs and costs; `charges`: of each box, kg. */
export interface Measured {
  charges: string[];
  cartons: number;
  actualWeightKg: string;
  volumeM3: string;
  chargeWeightKg: string;
  freightTemplateVersion: number | null;
  freightCurrency: string | null;
  quotedFreight: string;
}

/** Boxes on their way to a warehouse as a carrier prices them. */
async function quoted(
  c: RuleContext,
  row: TransferRow,
  boxes: readonly TransferBox[],
  { to }: Places,
  packings: ReadonlyMap<string, Packing>,
) {
  if (!row.freightTemplateId || !boxes.length) return undefined;
  const quote = await quoteFreight(c, {
    templateId: row.freightTemplateId,
    templateVersion: row.freightTemplateVersion || null,
    country: to?.country,
    zone: row.fcCode,
    boxes: boxes.map((box) => ({ ...box, battery: box.contents.some(({ skuId }) => packings.get(skuId)?.battery) })),
  });
  if ("refused" in quote) throw invalidAt("freightTemplateId", `运费模板不能报价：${quote.refused}`);
  return quote;
}

/**
 * Measures boxes and quotes their freight by the template of the transfer, in the version that it was
 * quoted with before.
 * @throws Refusal 400 运费模板不能报价：{why}
 */
export async function measure(
  c: RuleContext,
  row: TransferRow,
  boxes: readonly TransferBox[],
  places: Places,
  packings: ReadonlyMap<string, Packing>,
): Promise<Measured> {
  const quote = await quoted(c, row, boxes, places, packings);
  const charges = quote?.boxes ?? boxes.map(chargeOf);
  return {
    charges,
    cartons: boxes.length,
    actualWeightKg: sum(boxes.map((b) => b.weightKg)),
    volumeM3: volumeOf(boxes),
    chargeWeightKg: quote?.chargeWeightKg ?? sum(charges),
    freightTemplateVersion: quote?.templateVersion ?? null,
    freightCurrency: quote?.currency ?? null,
    quotedFreight: quote?.total ?? "0.00",
  };
}

/** What a submitted transfer will be packed in, as far as its SKUs say. */
export const expectedBoxes = (row: TransferRow, packings: ReadonlyMap<string, Packing>): TransferBox[] => {
  const whole = (r: PackRow) => r.lengthCm && r.widthCm && r.heightCm && r.weightKg;
  return boxesOf(equalBoxes(row.items, packings).filter(whole), packings);
};

/** Writes measures and quote, and what the freight is in CNY while it is not known better. */
export async function writeMeasures(c: RuleContext, row: TransferRow, m: Measured): Promise<void> {
  const rate = m.freightCurrency ? await rateOf(c.sql, c.tenantId, m.freightCurrency) : "1";
  await c.sql.query(
    `update transfer set cartons = $2, actual_weight_kg = $3, volume_m3 = $4, charge_weight_kg = $5,
       freight_currency = $6, quoted_freight = $7, freight_template_version = coalesce($9, 0),
       freight_cny = case when fee_currency is null then $8 else freight_cny end
     where id = $1`,
    [
      row.id,
      m.cartons,
      m.actualWeightKg,
      m.volumeM3,
      m.chargeWeightKg,
      m.freightCurrency,
      m.quotedFreight,
      r2(dec(m.quotedFreight).times(rate)),
      m.freightTemplateVersion,
    ],
  );
}
