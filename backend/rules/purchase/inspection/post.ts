import type { Row, RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { postMoves } from "../../../stock/ledger";
import { reverseMoves } from "../../../stock/reverse";
import type { Move, Source } from "../../../stock/types";
import { refreshOrder } from "../order-lines/chain";
import { lockOrderLines } from "../order-lines/order-lines";
import { refreshSign } from "../order-lines/sign-state";
import { countResults, resultsOf } from "./counts";

const sourceOf = (row: Row): Source => ({
  document: "inspection",
  id: row.id,
  no: String(row.no),
});

const movesOf = (row: Row, items: readonly Row[]): Move[] =>
  items.flatMap((line): Move[] => {
    const place = { warehouseId: String(row.warehouseId), skuId: String(line.skuId) };
    const shift = { ...place, kind: "shift", from: "qc", lineId: line.id } as const;
    return [
      { ...shift, to: "good", qty: Number(line.passQty), type: "qcPass" },
      { ...shift, to: "bad", qty: Number(line.rejectQty), type: "qcReject" },
    ];
  });

/** What follows the state of an inspection: its receipt, then its orders. Call it last. */
async function follow(c: RuleContext, row: Row, state: string, orders: Iterable<string>) {
  await c.sql.query("update inspection set status = $2 where id = $1", [row.id, state]);
  await refreshSign(c, String(row.signId));
  for (const poId of [...new Set(orders)].sort((a, b) => Number(a) - Number(b)))
    await refreshOrder(c, poId);
}

/** Locks the order lines of an inspection; answers its results and the orders. */
async function locked(c: RuleContext, row: Row) {
  const results = await resultsOf(c, row.id);
  const lines = await lockOrderLines(
    c,
    results.map((r) => r.poLineId),
  );
  return { results, orders: [...lines.values()].map((l) => l.poId) };
}

/**
 * The inspection counts (supply.md 3, effect of finish): pieces leave 待检, order lines know what
 * passed. Receipt and inspection are locked.
 */
export async function post(c: RuleContext, row: Row, items: readonly Row[]): Promise<void> {
  const { results, orders } = await locked(c, row);
  await postMoves(c, sourceOf(row), `finish:${row.version}`, movesOf(row, items));
  await countResults(c, results, 1);
  await follow(c, row, "done", orders);
}

/** A submitted return or exchange that names the inspection. */
async function sentBack({ sql }: RuleContext, id: string): Promise<string | undefined> {
  const row = await sql.one<{ no: string }>(
    `select no from (
       select id, no, inspection_id, status, del_flag from purchase_return
       union all select id, no, inspection_id, status, del_flag from purchase_exchange) x
     where inspection_id = $1 and del_flag = 0 and status not in ('draft', 'rejected', 'void')
     order by id limit 1`,
    [id],
  );
  return row?.no;
}

/**
 * 撤销质检 (supply.md 3): the opposite of what it posted.
 * @throws Refusal 409 已生成退换货单{no}; 可用库存不足，无法撤销：SKU {code} 需{need}，可用{avail}
 */
export async function unpost(c: RuleContext, row: Row): Promise<void> {
  const no = await sentBack(c, row.id);
  if (no) throw conflict(`已生成退换货单${no}`);
  const { results, orders } = await locked(c, row);
  await reverseMoves(c, sourceOf(row), `reverse:${row.version}`, {
    shortage: ({ sku, need, available }) =>
      `可用库存不足，无法撤销：SKU ${sku} 需${need}，可用${available}`,
  });
  await countResults(c, results, -1);
  await follow(c, row, "inspecting", orders);
}
