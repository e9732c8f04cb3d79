import type { InputOf, LineOf, RowOf } from "#documents/kit";
import { fbaSale } from "#documents/wms/fba/fba-sale";
import { transition } from "../../../../documents/written";
import { postMoves } from "../../../../stock/ledger";
import type { Shift } from "../../../../stock/types";
import { sourceOf } from "../../other/lines";
import { partsOf } from "../pieces";
import { toJudge } from "./plan";

type Row = RowOf<typeof fbaSale>;
type Line = LineOf<typeof fbaSale, "items">;

/** What was said of every line this time. @throws Refusal */
const partsSaid = (row: Row, { items }: InputOf<typeof fbaSale, "judge">) =>
  partsOf(
    row.items,
    items ?? [],
    { good: 0, bad: 0 },
    (n, r) => ({ good: n.good + (r.goodQty ?? 0), bad: n.bad + (r.badQty ?? 0) }),
    "请填写判定数量",
  );

/** Pieces of a line that turn good or bad. */
const shiftOf = (row: Row, line: Line, to: "good" | "bad", qty: number): Shift => ({
  ...{ kind: "shift", from: "qc", to, qty, type: to === "good" ? "qcPass" : "qcReject" },
  ...{ warehouseId: row.fbaWarehouseId ?? "", skuId: line.skuId, lineId: line.id },
});

/** 判定退回: what buyers sent back is good or bad from now on. */
export const judge = transition(fbaSale, "judge", {
  guard: ({ row }) => !row.items.some((line) => toJudge(line) > 0) && "没有待判定的退回",
  ask: async (_c, { row }) => ({
    items: row.items.flatMap((line) => {
      const leftQty = toJudge(line);
      return leftQty > 0 ? [{ lineId: line.id, skuId: line.skuId, leftQty }] : [];
    }),
  }),
  check({ row }, input) {
    const over = partsSaid(row, input).find(({ line, qty }) => qty.good + qty.bad > toJudge(line));
    return over && `判定数量超过待判定数量${toJudge(over.line)}`;
  },
  async effect(c, { row }, input) {
    const parts = partsSaid(row, input);
    await postMoves(
      c,
      sourceOf("fba_sale", row),
      `judge:${row.version}`,
      parts.flatMap(({ line, qty }) => [
        shiftOf(row, line, "good", qty.good),
        shiftOf(row, line, "bad", qty.bad),
      ]),
    );
    await c.sql.query(
      `update fba_sale_line l set good_qty = l.good_qty + x.good, bad_qty = l.bad_qty + x.bad
       from jsonb_to_recordset($1::jsonb) as x(id bigint, good int, bad int) where l.id = x.id`,
      [JSON.stringify(parts.map(({ line: { id }, qty }) => ({ id, ...qty })))],
    );
    const left = row.judgeQty - parts.reduce((n, { qty }) => n + qty.good + qty.bad, 0);
    await c.sql.query("update fba_sale set judge_qty = $2, judged = $2 = 0 where id = $1", [
      row.id,
      left,
    ]);
  },
});
