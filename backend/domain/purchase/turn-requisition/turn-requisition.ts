import { groupBy } from "#backend/domain/group-by";
import { skusOf, snapshotSkus } from "#backend/domain/sku-lines";
import { createDraft, link, pickMany, type RuleContext, rules, transition } from "#backend/engine/documents";
import { type HoldingDraft, saidDrafts } from "#backend/engine/documents/around/drafts";
import { namedRefs } from "#backend/engine/documents/reading/named-refs";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { warehouse } from "#documents/base/warehouse";
import type { LineOf, RowOf } from "#documents/kit";
import { transfer } from "#documents/logistics/transfer";
import { transferTypeOf } from "#documents/logistics/transfer-words";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import { addToReqLines, lockReqLines, readReqLines, sumById } from "../demand/requisition-lines";
import { addToTurnLines, lockTurnLines, negated, refreshTurn } from "../demand/turn-lines";
import { openOrders } from "../order/drafts";
import { completeLines, requireLines, requireOnce, requireRemaining, turnedOf } from "./lines";
import { prefillTurn } from "./prefill";
import { toOrder } from "./to-order";

type TransferStockLine = LineOf<typeof turnRequisition, "items">;

const keyOf = ({ fromWarehouseId, skuId }: TransferStockLine) => `${fromWarehouseId}/${skuId}`;
const moved = (lines: readonly TransferStockLine[]) => lines.filter((l) => l.turnMode === "transfer");

/**
 * Good stock that no document holds, of the SKUs of lines in transfer mode in their source warehouses;
 * pieces by `{warehouse}/{sku}`. Where there is none, nothing.
 * @param lock end of the select that keeps it, see db/locks.ts
 */
async function availableOf(
  { sql, tenantId }: RuleContext,
  lines: readonly TransferStockLine[],
  lock = "",
): Promise<Map<string, number>> {
  const wanted = moved(lines);
  if (!wanted.length) return new Map();
  const rows = await sql.query<{ key: string; n: number }>(
    `select warehouse_id || '/' || sku_id as key, available_qty as n from stock
     where tenant_id = $1
       and (warehouse_id, sku_id) in (select * from unnest($2::bigint[], $3::bigint[]))
     order by warehouse_id, sku_id ${lock}`,
    [tenantId, wanted.map((l) => l.fromWarehouseId), wanted.map((l) => l.skuId)],
  );
  return new Map(rows.map((r) => [r.key, r.n]));
}

/** Fills 可用 of lines in transfer mode: what their source warehouse has now. */
async function showAvailable(c: RuleContext, lines: readonly TransferStockLine[]): Promise<void> {
  const available = await availableOf(c, lines);
  for (const line of moved(lines)) line.availableQty = available.get(keyOf(line)) ?? 0;
}

/** Names of the source warehouses of lines, by id. */
async function warehousesOf({ sql }: RuleContext, lines: readonly TransferStockLine[]): Promise<Map<string, string>> {
  const rows = await pickMany(
    { sql },
    warehouse,
    moved(lines).map((l) => l.fromWarehouseId),
    ["name"],
  );
  return new Map(rows.map((r) => [r.id, r.name]));
}

/**
 * Lines in transfer mode find enough in their source warehouse.
 * @throws Refusal 409 仓库{w}可用库存{avail}不足
 */
function requireStock(
  lines: readonly TransferStockLine[],
  available: ReadonlyMap<string, number>,
  warehouses: ReadonlyMap<string, string>,
): void {
  const wanted = sumById(moved(lines).map((l) => [keyOf(l), l.qty]));
  for (const [key, qty] of wanted) {
    const free = available.get(key) ?? 0;
    const name = warehouses.get(key.replace(/\/.*/, ""));
    if (qty > free) throw conflict(`仓库${name}可用库存${free}不足`);
  }
}

const open = (l: TransferStockLine) => (l.turnMode === "transfer" ? l.qty - l.releasedQty - l.transferQty : 0);

/** Kinds and names of the warehouses that goods go between, by id. */
async function toTransferWarehousesOf({ sql }: RuleContext, row: RowOf<typeof turnRequisition>) {
  const ids = [row.warehouseId, ...row.items.map((l) => l.fromWarehouseId)];
  const found = await pickMany({ sql }, warehouse, ids, ["kind", "name"]);
  return new Map(found.map((w) => [w.id, w]));
}

/** 生成调拨单: drafts of transfers, one for each warehouse that goods come from. */
const toTransfer = transition(turnRequisition, "toTransfer", {
  lock: async (c, row) => ({ places: await toTransferWarehousesOf(c, row) }),
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
        transferType: type,
        fromWarehouseId,
        toWarehouseId: row.warehouseId,
        sourceType: "turn",
        sourceNo: row.no,
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

/** Inquiries that are neither awarded nor void on these lines. */
const openInquiries = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query<HoldingDraft>(
    `select i.no, i.status from inquiry_order i
     where i.del_flag = 0 and i.status not in ('awarded', 'void') and exists (
       select 1 from inquiry_order_line l where l.inquiry_order_id = i.id and l.del_flag = 0
         and l.turn_line_id = any($1)) order by i.id`,
    [ids],
  );

const unused = (l: TransferStockLine) => l.qty - l.releasedQty - l.orderedQty - l.transferQty;

/** 关闭: what was not ordered goes back to the requisition lines. */
const close = transition(turnRequisition, "close", {
  async lock(c, { items }) {
    const ids = items.map((l) => l.id);
    await lockTurnLines(c, ids);
    await lockReqLines(
      c,
      items.map((l) => l.reqLineId),
    );
    const asked = saidDrafts(inquiryOrder, await openInquiries(c, ids));
    return { unfinished: asked || saidDrafts(purchaseOrder, await openOrders(c, ids)) };
  },
  guard: ({ unfinished }) => unfinished && `存在未完成的询价单/采购单${unfinished}`,
  async effect(c, { row: { id, items } }) {
    await addToTurnLines(c, "released_qty", sumById(items.map((l) => [l.id, unused(l)])));
    const demand = sumById(items.map((l) => [l.reqLineId, unused(l)]));
    await addToReqLines(c, "turned_qty", negated(demand));
    await refreshTurn(c, id);
  },
});

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
  expressions: {
    // As freeQty of its lines: neither inquired, ordered directly nor given back.
    open: `case when t.status in ('approved', 'processing') and exists (select 1 from turn_requisition_line l
      where l.turn_requisition_id = t.id and l.del_flag = 0 and l.turn_mode = 'purchase'
        and l.qty > l.released_qty + l.inquired_qty + l.direct_qty) then 'yes' end`,
  },
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
