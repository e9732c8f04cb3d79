import { type RuleContext, transition } from "#backend/engine/documents";
import { transfer } from "#documents/logistics/transfer";
import { plannedBoxes } from "../planned";
import { boxesOf, equalBoxes, markOf, requirePacked, type TransferBox } from "./boxes";
import { foreignPlace } from "./keeper";
import type { TransferRow } from "./lines";
import { isBoxed, placesOf, toFba } from "./places";
import { measure, writeMeasures } from "./quote";
import { packingsOf } from "./skus";

async function writeBoxes(c: RuleContext, row: TransferRow, boxes: readonly TransferBox[], charges: string[]) {
  await c.sql.query("delete from transfer_box where transfer_id = $1", [row.id]);
  const codes = new Map(row.items.map((line) => [line.skuId, line.skuCode ?? ""]));
  const rows = boxes.map((box, i) => ({
    ...box,
    charge: charges[i],
    mark: markOf(box.weightKg, toFba(row.transferType)),
    qty: box.contents.reduce((n, of) => n + of.qty, 0),
    text: box.contents.map((of) => `${codes.get(of.skuId)}×${of.qty}`).join("、"),
  }));
  await c.sql.query(
    `insert into transfer_box (tenant_id, transfer_id, line_no, box_no, length_cm, width_cm, height_cm,
       weight_kg, contents, contents_text, qty, charge_weight_kg, mark, create_by)
     select $1, $2, x."boxNo", x."boxNo", x."lengthCm", x."widthCm", x."heightCm", x."weightKg",
       x.contents, x.text, x.qty, x.charge, x.mark, $3
     from jsonb_to_recordset($4::jsonb) as x("boxNo" int, "lengthCm" numeric, "widthCm" numeric,
       "heightCm" numeric, "weightKg" numeric, contents jsonb, text text, qty int, charge numeric,
       mark text)`,
    [c.tenantId, row.id, c.caller.userId, JSON.stringify(rows)],
  );
}

/** 装箱: boxes as they were packed, as its plan told them to the platform, or equal ones by what a carton of the SKU takes. */
export const pack = transition(transfer, "pack", {
  lock: async (c, row) => ({
    places: await placesOf(c, row),
    packings: await packingsOf(c, row.items),
    foreign: await foreignPlace(c, row.fromWarehouseId),
    planned: await plannedBoxes(c, row),
  }),
  guard: ({ row, foreign }) => (row.transferType === "1" ? "国内仓调拨无需装箱" : foreign),
  check({ row, packings, planned }, { boxes }) {
    const rows = boxes?.length ? boxes : isBoxed(row.transferType) ? planned : [];
    const packed = boxesOf(rows ?? equalBoxes(row.items, packings), packings);
    if (packed.length || isBoxed(row.transferType)) requirePacked(packed, row.items, packings);
  },
  ask: async (_c, { row, packings, planned }) => ({ boxes: planned ?? equalBoxes(row.items, packings) }),
  async effect(c, { row, packings, places, planned }, { boxes: given }) {
    const expected = () => (isBoxed(row.transferType) ? (planned ?? equalBoxes(row.items, packings)) : []);
    const rows = given?.length ? given : expected();
    const boxes = boxesOf(rows, packings);
    const measured = await measure(c, row, boxes, places, packings);
    await writeBoxes(c, row, boxes, measured.charges);
    await writeMeasures(c, row, measured);
  },
});
