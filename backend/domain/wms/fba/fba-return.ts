import { skusOf, snapshotSkus } from "#backend/domain/sku-lines";
import { patch, plus, type RuleContext, rules, transition } from "#backend/engine/documents";
import { arrive, lockHeld, lockPools, lose, release, reserve } from "#backend/ledgers/stock";
import { conflict, invalidAt } from "#backend/platform/http";
import { sum, today } from "#backend/platform/values";
import type { DraftOf, InputOf, LineOf, RowOf } from "#documents/kit";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import { sourceOf } from "../other/lines";
import { holdsOf, listingsOf, nameListings, requireLines, summedLines } from "./lines";
import { otherOfOrder } from "./order-id";
import { leftRows, partsOf } from "./pieces";
import { placesOf, requireFba, requireTo } from "./places";
import { dueOf, shipReturn } from "./ship";

type ReceiveRow = RowOf<typeof fbaReturn>;
type FbaReturnLine = LineOf<typeof fbaReturn, "items">;

/** What came in of every line this time. @throws Refusal */
const receiveParts = (row: ReceiveRow, { items }: InputOf<typeof fbaReturn, "receive">) =>
  partsOf(
    row.items,
    items ?? [],
    { good: 0, bad: 0 },
    (n, r) => ({ good: n.good + (r.goodQty ?? 0), bad: n.bad + (r.badQty ?? 0) }),
    "请填写收货数量",
  );

/** Pieces of a line that are under way. */
const underWay = (l: FbaReturnLine) => l.shippedQty - l.receivedGoodQty - l.receivedBadQty;

/** 收货: what came back goes from transit into the warehouse, good or bad. */
const receiveReturn = transition(fbaReturn, "receive", {
  ask: async (_c, { row }) => leftRows(row.items, underWay),
  check({ row }, input) {
    const over = receiveParts(row, input).find(({ line, qty }) => qty.good + qty.bad > underWay(line));
    return over && `收货数量超过发出数量${over.line.shippedQty}`;
  },
  to({ row }, input) {
    const came = receiveParts(row, input).reduce((n, { qty }) => n + qty.good + qty.bad, 0);
    return came === dueOf(row) ? "done" : "partReceived";
  },
  async effect(c, { row }, input) {
    const parts = receiveParts(row, input);
    await arrive(
      c,
      sourceOf("fba_return", row),
      `receive:${row.version}`,
      parts.map(({ line, qty }) => ({ skuId: line.skuId, lineId: line.id, toWarehouseId: row.toWarehouseId, ...qty })),
      { in: "fbaReturnIn" },
    );
    await c.sql.query(
      `update fba_return_line l set received_good_qty = l.received_good_qty + x.good,
         received_bad_qty = l.received_bad_qty + x.bad
       from jsonb_to_recordset($1::jsonb) as x(id bigint, good int, bad int) where l.id = x.id`,
      [JSON.stringify(parts.map(({ line: { id }, qty }) => ({ id, ...qty })))],
    );
    await patch(c, fbaReturn, row.id, { receivedQty: plus(parts.reduce((n, { qty }) => n + qty.good + qty.bad, 0)) });
  },
});

/** 差异关闭: what is under way is lost and to be claimed, what the platform still has stays there. */
const closeReturn = transition(fbaReturn, "close", {
  async effect(c, { row }, { removalFee }) {
    const source = sourceOf("fba_return", row);
    const held = await lockHeld(c, source);
    await lockPools(c, [...held, ...row.items.map(({ skuId }) => ({ warehouseId: row.toWarehouseId, skuId }))]);
    const lost = await lose(
      c,
      source,
      `close:${row.version}`,
      row.items.map((line) => ({
        skuId: line.skuId,
        lineId: line.id,
        toWarehouseId: row.toWarehouseId,
        qty: underWay(line),
      })),
      { loss: "fbaReturnLoss" },
    );
    await release(c, source);
    await c.sql.query(
      `update fba_return_line set lost_qty = shipped_qty - received_good_qty - received_bad_qty,
         cancelled_qty = requested_qty - shipped_qty - disposed_qty
       where fba_return_id = $1 and del_flag = 0`,
      [row.id],
    );
    const pieces = row.items.reduce((n, line) => n + underWay(line), 0);
    await patch(c, fbaReturn, row.id, {
      lostQty: pieces,
      claim: pieces > 0,
      lossAmount: plus(sum(lost.map((l) => l.amount))),
      removalFee: removalFee ?? undefined,
    });
  },
});
type FbaReturnDraft = DraftOf<typeof fbaReturn>;

const source = (row: ReceiveRow) => sourceOf("fba_return", row);

/** What a removal asks for before anything of it moves. */
function requireDate({ requestDate }: FbaReturnDraft) {
  if (requestDate && requestDate > today()) throw invalidAt("requestDate", "申请日不能晚于今天");
}

const submit = transition(fbaReturn, "submit", {
  async lock(c, row) {
    const places = await placesOf(c, row);
    const skus = await skusOf(c, row.items);
    return { places, skus, listings: await listingsOf(c, row.storeId, row.items) };
  },
  guard({ row, places, skus, listings }) {
    requireFba(row, places);
    requireTo(places);
    requireLines(row.items, skus);
    nameListings(row.items, skus, listings);
    return undefined;
  },
  async effect(c, { row, places }) {
    await reserve(c, source(row), holdsOf(requireFba(row, places).id, row.items));
    await snapshotSkus(c, "fba_return_line", row.items);
  },
});

/** Date at the site of a store now. */
const siteToday = async ({ sql }: RuleContext, storeId: string): Promise<string | null> =>
  (
    await sql.one<{ day: string }>(
      `select to_char(now() at time zone i.timezone, 'YYYY-MM-DD') as day
       from store t join site i on i.id = t.site_id where t.id = $1`,
      [storeId],
    )
  )?.day ?? null;

const submitAmazon = transition(fbaReturn, "submitAmazon", {
  async effect(c, { row }, { removalOrderId }) {
    const other = await otherOfOrder(c, row, removalOrderId);
    if (other) throw conflict(`移除单号已存在：${other}`);
    await patch(c, fbaReturn, row.id, { removalOrderId, siteDate: await siteToday(c, row.storeId) });
  },
});

const fee = transition(fbaReturn, "fee", {
  async effect(c, { row }, { removalFee }) {
    await patch(c, fbaReturn, row.id, { removalFee });
  },
});

const claimed = transition(fbaReturn, "claimed", {
  async effect(c, { row }, { claimNo }) {
    await patch(c, fbaReturn, row.id, { claim: false, claimNo });
  },
});

/** What was held from submit on is free again. */
const voided = transition(fbaReturn, "void", {
  guard: ({ row }) => (row.shippedQty || row.items.some((l) => l.disposedQty) ? "已发出，不能作废" : undefined),
  effect: (c, { row }) => release(c, source(row)),
});
const returned = transition(fbaReturn, "returned", { effect: (c, { row }) => release(c, source(row)) });

/** FBA退货单 (supply.md 4). */
export const fbaReturnRules = rules(fbaReturn, {
  async beforeSave(c, next, before) {
    next.requestDate ??= before?.requestDate ?? today();
    // Another store has another warehouse; one that was only filled in goes along.
    if (next.storeId && before && next.storeId !== before.storeId) next.fbaWarehouseId ??= null;
    const whole: FbaReturnDraft = { ...before, ...next };
    requireDate(whole);
    const places = await placesOf(c, whole);
    next.fbaWarehouseId = requireFba(whole, places).id;
    requireTo(places);
    next.siteId = places.store?.siteId;
    next.currency = places.store?.currency;
    const items = whole.items ?? [];
    Object.assign(next, await summedLines(c, whole.storeId, items));
    next.items = items;
  },
  filters: {
    disposition: (value) => ({
      sql: `exists (select 1 from fba_return_line l
        where l.fba_return_id = t.id and l.del_flag = 0 and l.disposition = ?)`,
      values: [value],
    }),
  },
  transitions: [submit, submitAmazon, shipReturn, receiveReturn, fee, closeReturn, claimed, voided, returned],
});
