import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { allocate, dec, sum } from "#backend/platform/values";
import { DESTINATION } from "../gates";

/** A transfer whose goods are declared. */
export interface SourceSent {
  id: string;
  no: string;
  transferType: string;
  status: string;
  fromWarehouseId: string;
  country: string | null;
  transportMode: string | null;
  cartons: number;
  customsId: string | null;
  customsNo: string | null;
}

/** Pieces of a SKU that a transfer takes along, and what they weigh with their boxes. */
export interface SourcePieces {
  transferId: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  shipped: number;
  /** What the shipped ones left with, CNY. */
  outAmount: string;
  grossKg: string;
}

interface Of {
  transferId?: string | null;
  cabinetId?: string | null;
}

/** Transfers that a declaration is about, by id; `locked`: nobody changes them before the transaction ends. */
export const sentOf = ({ sql, tenantId }: RuleContext, { transferId, cabinetId }: Of, { locked = true } = {}) =>
  sql.query<SourceSent>(
    `select t.id, t.no, t.transfer_type as "transferType", t.status,
       t.from_warehouse_id as "fromWarehouseId", ${DESTINATION} as country, t.transport_mode as "transportMode",
       coalesce(t.cartons, 0) as cartons, t.customs_id as "customsId",
       (select d.no from customs_declaration d where d.id = t.customs_id) as "customsNo"
     from transfer t join warehouse w on w.id = t.to_warehouse_id
     where (t.id = $1 or t.cabinet_id = $2) and t.tenant_id = $3 and t.del_flag = 0
     order by t.id ${locked ? keep(sql, "transfer", "change", "t") : ""}`,
    [transferId ?? null, cabinetId ?? null, tenantId],
  );

const BOXED: readonly string[] = ["packed", "shipped", "partReceived", "done", "closed"];

/** @throws Refusal for transfers that this declaration cannot be about */
export function requireSent(sent: readonly SourceSent[], of: Of, own?: string): void {
  if (!of.transferId === !of.cabinetId) throw invalidAt("transferId", "请选择调拨单或组柜单其中一个");
  if (!sent.length) throw conflict(of.cabinetId ? "组柜单内没有调拨单" : "调拨单不存在");
  for (const { no, transferType, status, customsId, customsNo } of sent) {
    if (customsId && customsId !== own) throw conflict(`调拨单${no}已有报关单${customsNo}`);
    if (transferType !== "2" && transferType !== "3") throw conflict(`调拨单${no}不出境，不需报关`);
    if (!BOXED.includes(status)) throw conflict(`调拨单${no}未装箱，不能报关`);
  }
}

interface SourceBox {
  transferId: string;
  kg: string;
  contents: readonly { skuId: string; qty: number }[] | null;
}

/** Weight of boxes by transfer and SKU: a box is shared by the weight of what is in it. */
function weightsOf(boxes: readonly SourceBox[], pieceG: ReadonlyMap<string, string | null>) {
  const found = new Map<string, string[]>();
  for (const { transferId, kg, contents } of boxes) {
    const inside = contents ?? [];
    const known = inside.every((c) => pieceG.get(c.skuId));
    const weights = inside.map((c) => dec(known ? pieceG.get(c.skuId) : 1).times(c.qty));
    const parts = allocate(kg, weights);
    for (const [i, { skuId }] of inside.entries()) {
      const key = `${transferId}/${skuId}`;
      found.set(key, [...(found.get(key) ?? []), parts[i] ?? "0"]);
    }
  }
  return found;
}

/** What transfers take along, by transfer and SKU. */
export async function piecesOf({ sql }: RuleContext, sent: readonly SourceSent[]): Promise<SourcePieces[]> {
  const ids = [sent.map((t) => t.id)];
  const lines = await sql.query<Omit<SourcePieces, "grossKg"> & { pieceG: string | null }>(
    `select l.transfer_id as "transferId", t.from_warehouse_id as "warehouseId",
       l.sku_id as "skuId", sum(l.good_qty + l.bad_qty)::int as qty,
       coalesce(sum(l.shipped_qty), 0)::int as shipped,
       coalesce(sum(l.out_amount), 0)::text as "outAmount", k.gross_weight_g::text as "pieceG"
     from transfer_line l join transfer t on t.id = l.transfer_id join sku k on k.id = l.sku_id
     where l.transfer_id = any($1::bigint[]) and l.del_flag = 0
     group by 1, 2, 3, k.gross_weight_g order by 1, 3`,
    ids,
  );
  const boxes = await sql.query<SourceBox>(
    `select transfer_id as "transferId", weight_kg::text as kg, contents from transfer_box
     where transfer_id = any($1::bigint[]) and del_flag = 0 order by id`,
    ids,
  );
  const boxed = weightsOf(boxes, new Map(lines.map((l) => [l.skuId, l.pieceG])));
  return lines.map(({ pieceG, ...line }) => {
    const parts = boxed.get(`${line.transferId}/${line.skuId}`);
    const alone = dec(pieceG).times(line.qty).div(1000);
    return { ...line, grossKg: parts ? sum(parts) : alone.toFixed(2) };
  });
}
