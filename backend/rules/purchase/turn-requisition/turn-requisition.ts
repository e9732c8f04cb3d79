import type { RowOf } from "#documents/kit";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import { keep } from "../../../db/locks";
import { link } from "../../../documents/around/chain";
import { namedRefs } from "../../../documents/reading/named-refs";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { today } from "../../../values/calendar";
import { skusOf, snapshotSkus } from "../../sku-lines";
import { negated } from "../demand/line-counters";
import { addToReqLines, lockReqLines, readReqLines } from "../demand/requisition-lines";
import { close } from "./close";
import { requireLines, requireOnce, requireRemaining, turnedOf } from "./guards";
import { completeLines } from "./lines";
import { prefillTurn } from "./prefill";
import { toOrder } from "./to-order";
import { toTransfer } from "./to-transfer";
import { availableOf, requireStock, showAvailable, warehousesOf } from "./transfer-stock";

const lockDemand = (c: RuleContext, { items }: RowOf<typeof turnRequisition>) =>
  lockReqLines(
    c,
    items.map((l) => l.reqLineId),
  );

const submit = transition(turnRequisition, "submit", {
  lock: async (c, row) => ({
    from: await lockDemand(c, row),
    skus: await skusOf(c, row.items),
    available: await availableOf(c, row.items, keep(c.sql, "stock")),
    warehouses: await warehousesOf(c, row.items),
  }),
  guard({ row, from, available, warehouses, skus }) {
    requireRemaining(row.items, from);
    requireLines(row.items, from, row.warehouseId);
    requireOnce(row.items, skus);
    requireStock(row.items, available, warehouses);
  },
  async effect(c, { row }) {
    await addToReqLines(c, "turned_qty", turnedOf(row.items));
    await snapshotSkus(c, "turn_requisition_line", row.items);
  },
});

const returned = transition(turnRequisition, "returned", {
  lock: async (c, row) => ({ from: await lockDemand(c, row) }),
  effect: (c, { row }) => addToReqLines(c, "turned_qty", negated(turnedOf(row.items))),
});

const free = (l: RowOf<typeof turnRequisition>["items"][number]) =>
  l.turnMode === "purchase" && l.qty > l.releasedQty + l.inquiredQty + l.directQty;

const toInquiry = transition(turnRequisition, "toInquiry", {
  guard: ({ row }) => !row.items.some(free) && "没有待询价数量",
});

/** 转请购单 (supply.md 3). */
export const turnRequisitionRules = rules(turnRequisition, {
  prefill: prefillTurn,
  filters: {
    supplierId: (value) => {
      const { sql, values } = namedRefs("supplier", value);
      return {
        sql: `exists (select 1 from turn_requisition_line l where l.turn_requisition_id = t.id
          and l.del_flag = 0 and l.supplier_id in ${sql})`,
        values,
      };
    },
    turnMode: (value) => ({
      sql: `exists (select 1 from turn_requisition_line l where l.turn_requisition_id = t.id
        and l.del_flag = 0 and l.turn_mode = ?)`,
      values: [value],
    }),
  },
  async enrichOne(c, { items }) {
    const from = await readReqLines(
      c,
      items.map((l) => l.reqLineId),
    );
    for (const line of items) line.remainQty = from.get(line.reqLineId ?? "")?.remainQty ?? 0;
    await showAvailable(c, items);
  },
  async beforeSave(c, next, before) {
    if (!next.turnDate && !before?.turnDate) next.turnDate = today();
    if (!before) next.progress = "none";
    if (!next.items && !next.warehouseId) return new Set<string>();
    const warehouseId = next.warehouseId ?? before?.warehouseId;
    return completeLines(c, next, next.items ?? before?.items ?? [], warehouseId);
  },
  async afterSave(c, id, _next, _before, requisitions) {
    for (const from of requisitions)
      await link(c, { type: "purchase_requisition", id: from }, { type: "turn_requisition", id });
  },
  transitions: [submit, returned, toInquiry, toOrder, toTransfer, close],
});
