import { z } from "zod";
import { pick, type RuleContext } from "#backend/engine/documents";
import type { RowSent } from "#backend/engine/documents/written";
import { warehouse } from "#documents/base/warehouse";
import type { fbaInbound } from "#documents/logistics/fba-inbound";
import type { InboundBoxLabel } from "#documents/logistics/fba-inbound-words";
import { plannedBox } from "../planned";

type InboundSent = RowSent<typeof fbaInbound>;

/** What goods are called on their labels: as the store lists them, else as we call them. $1 store */
const TITLES = `
  select x.n::int as "lineNo", coalesce(p.title, nullif(k.name_en, ''), k.name) as title
  from unnest($2::bigint[], $3::text[]) with ordinality as x(sku_id, msku, n) join sku k on k.id = x.sku_id
    left join store_listing p on p.store_id = $1 and lower(p.msku) = lower(x.msku) and p.del_flag = 0`;

interface PackedBox {
  transferId: string;
  boxNo: number;
  qty: number;
  goods: string | null;
  weightKg: string | null;
}

/** Boxes of a shipment as the platform was told them: rows of one number are one box. */
function toldBoxes(boxes: unknown, nameOf: (skuId: string) => string) {
  const rows = z.array(plannedBox).safeParse(boxes);
  const found = new Map<
    number,
    { boxNo: number; boxId?: string; qty: number; goods: string; weightKg: string | null }
  >();
  for (const { boxNo, boxId, skuId, qty, weightKg } of rows.success ? rows.data : []) {
    const before = found.get(boxNo);
    found.set(boxNo, {
      boxNo,
      boxId: before?.boxId ?? boxId,
      qty: (before?.qty ?? 0) + qty,
      goods: [before?.goods, `${nameOf(skuId)}×${qty}`].filter(Boolean).join("、"),
      weightKg: before?.weightKg ?? weightKg ?? null,
    });
  }
  return [...found.values()];
}

/** What stands on the labels of a plan: of its pieces, and of its boxes as they were packed, else as they were told. */
export async function addLabels(c: RuleContext, row: InboundSent): Promise<void> {
  const { items, shipments } = row;
  const titles = await c.sql.query<{ lineNo: number; title: string }>(TITLES, [
    row.storeId,
    items.map(({ skuId }) => skuId),
    items.map(({ msku }) => msku),
  ]);
  const titleOf = new Map(titles.map(({ lineNo, title }) => [lineNo, title]));
  for (const [i, line] of items.entries()) line.title = titleOf.get(i + 1) ?? line.skuName ?? "";
  if (!shipments.length) return;
  row.country = (row.toWarehouseId && (await pick(c, warehouse, row.toWarehouseId, ["country"]))?.country) || "";
  const packed = await c.sql.query<PackedBox>(
    `select transfer_id::text as "transferId", box_no as "boxNo", qty, contents_text as goods,
       weight_kg::text as "weightKg"
     from transfer_box where transfer_id = any($1::bigint[]) and del_flag = 0 order by transfer_id, box_no`,
    [shipments.flatMap(({ transferId }) => transferId ?? [])],
  );
  const nameOf = (skuId: string) => items.find((line) => line.skuId === skuId)?.skuCode ?? "";
  for (const shipment of shipments) {
    const told = toldBoxes(shipment.boxes, nameOf);
    const own = packed.filter(({ transferId }) => transferId === shipment.transferId);
    shipment.labels = (own.length ? own : told).map(({ boxNo, qty, goods, weightKg }): InboundBoxLabel => {
      const id = told.find((box) => box.boxNo === boxNo)?.boxId;
      const code = id ?? `${shipment.shipmentId}U${String(boxNo).padStart(6, "0")}`;
      return { boxNo, code, qty, goods: goods ?? "", weightKg };
    });
  }
}
