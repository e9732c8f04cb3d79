import { skusOf, snapshotSkus } from "#backend/domain/sku-lines";
import { patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { type Out, type Posted, postMoves, release, reserve } from "#backend/ledgers/stock";
import { tieFiles } from "#backend/platform/files/owners";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, sum, today } from "#backend/platform/values";
import type { DraftOf, InputOf, LineOf, RowOf } from "#documents/kit";
import { fbaDisposal } from "#documents/wms/fba/fba-disposal";
import { sourceOf } from "../other/lines";
import { bucketOf, type FbaLine, holdsOf, listingsOf, nameListings, requireLines, summedLines } from "./lines";
import { otherOfOrder } from "./order-id";
import { leftRows, partsOf } from "./pieces";
import { placesOf, requireFba } from "./places";

/** What lines cost and how old their stock is, as their pools are now; the sum is the loss to expect. */
async function costLines({ sql }: RuleContext, id: string, warehouseId: string) {
  await sql.query(
    `update fba_disposal_line l set unit_cost = s.avg_cost,
       age_days = stock_age_days(s.tenant_id, s.warehouse_id, s.sku_id, s.on_hand_qty)
     from stock s
     where l.fba_disposal_id = $1 and l.del_flag = 0 and s.warehouse_id = $2
       and s.sku_id = l.sku_id`,
    [id, warehouseId],
  );
  await sql.query(
    `update fba_disposal set est_loss_amount = (
       select coalesce(sum(round(l.requested_qty * coalesce(l.unit_cost, 0), 2)), 0)
       from fba_disposal_line l where l.fba_disposal_id = $1 and l.del_flag = 0)
     where id = $1`,
    [id],
  );
}

type FbaDisposalRow = RowOf<typeof fbaDisposal>;
type FbaDisposalDraft = DraftOf<typeof fbaDisposal>;
type FbaDisposalLine = LineOf<typeof fbaDisposal, "items">;

const source = (row: FbaDisposalRow) => sourceOf("fba_disposal", row);

/** What a disposal asks for before anything of it moves. */
function requireReason({ requestDate, reasonText }: FbaDisposalDraft, lines: readonly FbaLine[]) {
  if (requestDate && requestDate > today()) throw invalidAt("requestDate", "申请日不能晚于今天");
  if (lines.some((l) => l.disposition === "sellable") && !reasonText?.trim())
    throw invalidAt("reasonText", "可售库存销毁须说明原因");
}

const submit = transition(fbaDisposal, "submit", {
  async lock(c, row) {
    const places = await placesOf(c, row);
    const skus = await skusOf(c, row.items);
    return { places, skus, listings: await listingsOf(c, row.storeId, row.items) };
  },
  guard({ row, places, skus, listings }) {
    requireFba(row, places);
    requireReason(row, row.items);
    requireLines(row.items, skus);
    nameListings(row.items, skus, listings);
    return undefined;
  },
  async effect(c, { row, places }) {
    const { id: warehouseId } = requireFba(row, places);
    await reserve(c, source(row), holdsOf(warehouseId, row.items));
    await snapshotSkus(c, "fba_disposal_line", row.items);
    await costLines(c, row.id, warehouseId);
  },
});

const submitAmazon = transition(fbaDisposal, "submitAmazon", {
  async effect(c, { row }, { removalOrderId }) {
    const other = await otherOfOrder(c, row, removalOrderId);
    if (other) throw conflict(`销毁单号已存在：${other}`);
    await patch(c, fbaDisposal, row.id, { removalOrderId });
  },
});

const resultOf = (row: FbaDisposalRow, { items }: InputOf<typeof fbaDisposal, "finish">) =>
  partsOf(
    row.items,
    items ?? [],
    { disposed: 0, cancelled: 0 },
    (n, r) => ({ disposed: n.disposed + (r.disposedQty ?? 0), cancelled: n.cancelled + (r.cancelledQty ?? 0) }),
    "请填写销毁或取消数量",
  );

const lossOf = (line: FbaDisposalLine, posted: readonly Posted[]) =>
  dec(sum(posted.filter((p) => p.lineId === line.id).map((p) => p.amount)))
    .times(-1)
    .toFixed(2);

const finish = transition(fbaDisposal, "finish", {
  ask: async (_c, { row }) => leftRows(row.items, (line) => line.requestedQty),
  check({ row }, input) {
    if (input.finishDate && input.finishDate > today()) throw invalidAt("finishDate", "完成日不能晚于今天");
    const parts = resultOf(row, input);
    const whole = row.items.every((line) => {
      const qty = parts.find((p) => p.line.id === line.id)?.qty;
      return qty && qty.disposed + qty.cancelled === line.requestedQty;
    });
    return whole ? undefined : "销毁数+取消数须等于申请数";
  },
  async effect(c, { row }, input) {
    const parts = resultOf(row, input);
    const outs = parts.map(
      ({ line, qty }): Out => ({
        kind: "out",
        type: "fbaDispose",
        reserved: true,
        qty: qty.disposed,
        warehouseId: row.fbaWarehouseId ?? "",
        skuId: line.skuId,
        lineId: line.id,
        bucket: bucketOf(line),
      }),
    );
    const posted = await postMoves(c, source(row), `finish:${row.version}`, outs);
    await release(c, source(row));
    const lines = parts.map(({ line, qty }) => ({ id: line.id, ...qty, loss: lossOf(line, posted) }));
    await c.sql.query(
      `update fba_disposal_line l set disposed_qty = x.disposed, cancelled_qty = x.cancelled,
         loss_amount = x.loss
       from jsonb_to_recordset($1::jsonb) as x(id bigint, disposed int, cancelled int, loss numeric)
       where l.id = x.id`,
      [JSON.stringify(lines)],
    );
    await end(c, row, input, lines);
  },
});

/** What the header says of its end. */
async function end(
  c: RuleContext,
  row: FbaDisposalRow,
  { finishDate, fee, evidence }: InputOf<typeof fbaDisposal, "finish">,
  lines: readonly { disposed: number; cancelled: number; loss: string }[],
) {
  const files = evidence ?? [];
  const count = (of: "disposed" | "cancelled") => lines.reduce((n, l) => n + l[of], 0);
  await patch(c, fbaDisposal, row.id, {
    finishDate: finishDate ?? today(),
    fee: fee ?? undefined,
    disposedQty: count("disposed"),
    cancelledQty: count("cancelled"),
    lossAmount: sum(lines.map((l) => l.loss)),
    evidence: [...row.evidence, ...files],
  });
  await tieFiles(c, { type: "fba_disposal", id: row.id }, files);
}

/** What was held from submit on is free again. */
const voided = transition(fbaDisposal, "void", { effect: (c, { row }) => release(c, source(row)) });
const returned = transition(fbaDisposal, "returned", { effect: (c, { row }) => release(c, source(row)) });

/** FBA弃置单 (supply.md 4). */
export const fbaDisposalRules = rules(fbaDisposal, {
  async beforeSave(c, next, before) {
    next.requestDate ??= before?.requestDate ?? today();
    if (next.storeId && before && next.storeId !== before.storeId) next.fbaWarehouseId ??= null;
    const whole: FbaDisposalDraft = { ...before, ...next };
    const items = whole.items ?? [];
    requireReason(whole, items);
    const places = await placesOf(c, whole);
    next.fbaWarehouseId = requireFba(whole, places).id;
    next.siteId = places.store?.siteId;
    next.currency = places.store?.currency;
    Object.assign(next, await summedLines(c, whole.storeId, items));
    next.items = items;
  },
  // Approval goes by what the pools cost at submit.
  async flowFlags({ sql }, row) {
    const found = await sql.one<{ loss: string }>(
      "select coalesce(est_loss_amount, 0)::text as loss from fba_disposal where id = $1",
      [row.id],
    );
    return { amountCny: found?.loss ?? "0" };
  },
  filters: {
    disposition: (value) => ({
      sql: `exists (select 1 from fba_disposal_line l
        where l.fba_disposal_id = t.id and l.del_flag = 0 and l.disposition = ?)`,
      values: [value],
    }),
  },
  transitions: [submit, submitAmazon, finish, voided, returned],
});
