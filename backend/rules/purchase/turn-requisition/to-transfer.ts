import type { LineOf, RowOf } from "#documents/kit";
import { transfer } from "#documents/logistics/transfer";
import { transferTypeOf } from "#documents/logistics/transfer-words";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { createDraft } from "../../../documents/writing/draft";
import { transition } from "../../../documents/written";
import { groupBy } from "../../group-by";

type Line = LineOf<typeof turnRequisition, "items">;

const open = (l: Line) => (l.turnMode === "transfer" ? l.qty - l.releasedQty - l.transferQty : 0);

/** Kinds and names of the warehouses that goods go between, by id. */
async function warehousesOf({ sql }: RuleContext, row: RowOf<typeof turnRequisition>) {
  const ids = [row.warehouseId, ...row.items.map((l) => l.fromWarehouseId)];
  const found = await sql.query<{ id: string; kind: string; name: string }>(
    "select id, kind, name from warehouse where id = any($1::bigint[])",
    [ids],
  );
  return new Map(found.map((w) => [w.id, w]));
}

/** 生成调拨单: drafts of transfers, one for each warehouse that goods come from. */
export const toTransfer = transition(turnRequisition, "toTransfer", {
  lock: async (c, row) => ({ places: await warehousesOf(c, row) }),
  guard({ row, places }) {
    const lines = row.items.filter((l) => open(l) > 0);
    if (!lines.length) return "没有待调拨数量";
    const to = places.get(row.warehouseId);
    const none = lines
      .map((l) => places.get(l.fromWarehouseId ?? ""))
      .find((from) => !transferTypeOf(from?.kind ?? "", to?.kind ?? ""));
    return none && `${none.name}到${to?.name}没有对应的调拨类型`;
  },
  async effect(c, { row, places }) {
    const made: string[] = [];
    const lines = row.items.filter((l) => open(l) > 0);
    const to = places.get(row.warehouseId)?.kind ?? "";
    for (const group of groupBy(lines, (l) => l.fromWarehouseId ?? "")) {
      const fromWarehouseId = group[0]?.fromWarehouseId;
      const type = transferTypeOf(places.get(fromWarehouseId ?? "")?.kind ?? "", to);
      const draft = await createDraft(c, transfer, {
        ...{ transferType: type, fromWarehouseId, toWarehouseId: row.warehouseId },
        ...{ sourceType: "turn", sourceNo: row.no },
        items: group.map((l) => ({ turnLineId: l.id, skuId: l.skuId, goodQty: open(l) })),
      });
      await link(c, { type: "turn_requisition", id: row.id }, { type: "transfer", id: draft.id });
      await c.sql.query(
        `update turn_requisition_line set transfer_no = concat_ws('、', transfer_no, $2::text)
         where id = any($1::bigint[])`,
        [group.map((l) => l.id), draft.no],
      );
      made.push(draft.no);
    }
    return { transfers: made };
  },
});
