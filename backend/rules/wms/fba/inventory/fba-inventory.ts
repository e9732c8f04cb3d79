import type { DraftOf, RowOf } from "#documents/kit";
import { fbaInventory } from "#documents/wms/fba/fba-inventory";
import { otherIn } from "#documents/wms/other-in";
import { otherOut } from "#documents/wms/other-out";
import { link } from "../../../../documents/around/chain";
import type { RuleContext } from "../../../../documents/rules";
import { createDraft } from "../../../../documents/writing/draft";
import { rules, transition } from "../../../../documents/written";
import { conflict } from "../../../../http/refusal";
import { today } from "../../../../values/calendar";
import { placesOf, requireFba } from "../places";
import { bookOf, type Compared, compared, listingsOf, storeOf } from "./compare";

type Row = RowOf<typeof fbaInventory>;

/** What the platform counts beside what the books say, as they are now. */
async function comparison(c: RuleContext, whole: DraftOf<typeof fbaInventory>) {
  const rows = whole.rows ?? [];
  const listings = await listingsOf(c, rows);
  const storeId = whole.storeId ?? storeOf(rows, listings);
  const { id: fbaWarehouseId } = requireFba({ storeId }, await placesOf(c, { storeId }));
  const book = await bookOf(c, fbaWarehouseId);
  const found = compared(rows, storeId, listings, book);
  const by = (of: (n: number) => boolean) =>
    found
      .flatMap((r) => [r.diffGood, r.diffBad])
      .reduce((n, d) => (of(d) ? n + Math.abs(d) : n), 0);
  const absent = book.filter((b) => !found.some((r) => r.skuId === b.skuId));
  const head = {
    ...{ storeId, fbaWarehouseId, rowCount: rows.length },
    diffCount: found.filter((r) => r.outcome === "diff").length,
    ...{ moreQty: by((d) => d > 0), lessQty: by((d) => d < 0) },
    missing:
      absent
        .map((b) => `${b.code}（良${b.good} 次${b.bad}）`)
        .join("、")
        .slice(0, 4000) || null,
  };
  return { head, found };
}

const compare = transition(fbaInventory, "compare", {
  async effect(c, { row }) {
    const { head, found } = await comparison(c, row);
    await write(c, row, head, found);
  },
});

async function write(
  { sql }: RuleContext,
  row: Row,
  head: Awaited<ReturnType<typeof comparison>>["head"],
  found: readonly Compared[],
) {
  await sql.query(
    `update fba_inventory set diff_count = $2, more_qty = $3, less_qty = $4, missing = $5
     where id = $1`,
    [row.id, head.diffCount, head.moreQty, head.lessQty, head.missing],
  );
  await sql.query(
    `update fba_inventory_row l set book_good = x."bookGood", book_bad = x."bookBad",
       diff_good = x."diffGood", diff_bad = x."diffBad", outcome = x.outcome, message = x.message
     from jsonb_to_recordset($1::jsonb) as x(id bigint, "bookGood" int, "bookBad" int,
       "diffGood" int, "diffBad" int, outcome text, message text)
     where l.id = x.id`,
    [JSON.stringify(row.rows.map((r, i) => ({ id: r.id, ...found[i] })))],
  );
}

/** Lines of an adjustment: what there is more, or less, of each SKU. */
const linesOf = (found: readonly Compared[], sign: 1 | -1) =>
  found.flatMap(({ skuId, diffGood, diffBad }) => {
    const goodQty = Math.max(diffGood * sign, 0);
    const badQty = Math.max(diffBad * sign, 0);
    return skuId && goodQty + badQty ? [{ skuId, goodQty, badQty }] : [];
  });

const run = transition(fbaInventory, "run", {
  guard: (_scene, { caller }) =>
    caller.permissions.has("wms_otherout_add") ? undefined : "没有新增其他出库单的权限",
  async effect(c, { row }) {
    const { head, found } = await comparison(c, row);
    await write(c, row, head, found);
    const [more, less] = [linesOf(found, 1), linesOf(found, -1)];
    if (!more.length && !less.length) throw conflict("库存与报告一致，无需调整");
    const whole = { warehouseId: head.fbaWarehouseId, reason: `按FBA库存报告${row.no}调整` };
    const made: string[] = [];
    for (const [document, values] of [
      [otherIn, { ...whole, inType: "adjust", items: more }],
      [otherOut, { ...whole, outType: "adjust", items: less }],
    ] as const) {
      if (!values.items.length) continue;
      const { id, no } = await createDraft(c, document, values);
      await link(c, { type: "fba_inventory", id: row.id }, { type: document.name, id });
      made.push(no);
    }
    await c.sql.query("update fba_inventory set adjust_nos = $2 where id = $1", [
      ...[row.id, made.join("、")],
    ]);
  },
});

/** FBA库存报告 (market.md 17.11): the platform's monthly count becomes adjustments. */
export const fbaInventoryRules = rules(fbaInventory, {
  async beforeSave(c, next, before) {
    next.title ||= before?.title || `FBA库存报告 ${today()}`;
    const rows = next.rows ?? before?.rows.map((r) => ({ ...r })) ?? [];
    const { head, found } = await comparison(c, { ...before, ...next, rows });
    Object.assign(next, head);
    next.rows = rows.map((row, i) => ({ ...row, ...found[i] }));
  },
  transitions: [compare, run],
});
