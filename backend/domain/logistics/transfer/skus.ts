import type { RuleContext } from "#backend/engine/documents";

/** How a SKU is packed. Lengths in cm, weights in kg; what nobody entered is null. */
export interface Packing {
  id: string;
  skuCode: string;
  skuType: string;
  length: string | null;
  width: string | null;
  height: string | null;
  cartonKg: string | null;
  perCarton: number | null;
  pieceKg: string | null;
  /** Volume of one piece in its package, m³. */
  pieceM3: string | null;
  battery: boolean;
}

/** How these SKUs are packed, by id. */
export async function packingsOf(
  { sql, tenantId }: RuleContext,
  lines: readonly { skuId?: string | null }[],
): Promise<Map<string, Packing>> {
  const rows = await sql.query<Packing>(
    `select k.id, k.sku_code as "skuCode", k.sku_type as "skuType",
       k.carton_length_cm::text as length, k.carton_width_cm::text as width,
       k.carton_height_cm::text as height, k.carton_weight_kg::text as "cartonKg",
       k.pcs_per_carton as "perCarton", (k.gross_weight_g / 1000)::text as "pieceKg",
       (k.pkg_length_cm * k.pkg_width_cm * k.pkg_height_cm / 1000000)::text as "pieceM3",
       coalesce(p.special_attrs && array['battery', 'pureBattery'], false) as battery
     from sku k left join spu p on p.id = k.spu_id
     where k.id = any($1::bigint[]) and k.tenant_id = $2`,
    [lines.map((l) => l.skuId), tenantId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The SKU of which the measures of its carton are not known. */
export const unmeasured = (packings: ReadonlyMap<string, Packing>): string | undefined =>
  [...packings.values()].find((p) => !(p.length && p.width && p.height && p.perCarton && (p.cartonKg || p.pieceKg)))
    ?.skuCode;
