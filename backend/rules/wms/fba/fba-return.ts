import type { DraftOf, RowOf } from "#documents/kit";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { release, reserve } from "../../../stock/reserve";
import { today } from "../../../values/calendar";
import { skusOf, snapshotSkus } from "../../sku-lines";
import { at } from "../other/guards";
import { sourceOf } from "../other/lines";
import { closeReturn } from "./close";
import { holdsOf, listingsOf, nameListings, requireLines, summedLines } from "./lines";
import { otherOfOrder } from "./order-id";
import { placesOf, requireFba, requireTo } from "./places";
import { receiveReturn } from "./receive";
import { shipReturn } from "./ship";

type Row = RowOf<typeof fbaReturn>;
type Draft = DraftOf<typeof fbaReturn>;

const source = (row: Row) => sourceOf("fba_return", row);

/** What a removal asks for before anything of it moves. */
function requireDate({ requestDate }: Draft) {
  if (requestDate && requestDate > today()) throw at("requestDate", "申请日不能晚于今天");
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
    await c.sql.query("update fba_return set removal_order_id = $2, site_date = $3 where id = $1", [
      row.id,
      removalOrderId,
      await siteToday(c, row.storeId),
    ]);
  },
});

const fee = transition(fbaReturn, "fee", {
  async effect(c, { row }, { removalFee }) {
    await c.sql.query("update fba_return set removal_fee = $2 where id = $1", [row.id, removalFee]);
  },
});

const claimed = transition(fbaReturn, "claimed", {
  async effect(c, { row }, { claimNo }) {
    await c.sql.query("update fba_return set claim = false, claim_no = $2 where id = $1", [
      ...[row.id, claimNo],
    ]);
  },
});

/** What was held from submit on is free again. */
const voided = transition(fbaReturn, "void", {
  guard: ({ row }) =>
    row.shippedQty || row.items.some((l) => l.disposedQty) ? "已发出，不能作废" : undefined,
  effect: (c, { row }) => release(c, source(row)),
});
const returned = transition(fbaReturn, "returned", {
  effect: (c, { row }) => release(c, source(row)),
});

/** FBA退货单 (supply.md 4). */
export const fbaReturnRules = rules(fbaReturn, {
  async beforeSave(c, next, before) {
    next.requestDate ??= before?.requestDate ?? today();
    // Another store has another warehouse; one that was only filled in goes along.
    if (next.storeId && before && next.storeId !== before.storeId) next.fbaWarehouseId ??= null;
    const whole: Draft = { ...before, ...next };
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
  transitions: [
    ...[submit, submitAmazon, shipReturn, receiveReturn],
    ...[fee, closeReturn, claimed, voided, returned],
  ],
});
