import type { LineOf, RowOf } from "#documents/kit";
import type { inspection } from "#documents/purchase/inspection";
import type { RuleContext } from "../../../documents/rules";
import { fallDue } from "../../../payables/due";
import { postMoves } from "../../../stock/ledger";
import { reverseMoves, shortageToReverse } from "../../../stock/reverse";
import type { Move, Shortage, Source } from "../../../stock/types";
import { refreshOrder } from "../order-lines/chain";
import { lockGoods } from "../order-lines/locks";
import { lockOrderLines } from "../order-lines/order-lines";
import { refreshSign } from "../order-lines/sign-state";
import { countResults } from "./counts";

type Row = RowOf<typeof inspection>;

const sourceOf = ({ id, no }: Row): Source => ({ document: "inspection", id, no });

const resultOf = ({ poLineId, passQty, rejectQty }: LineOf<typeof inspection, "items">) => ({
  ...{ poLineId, passQty: passQty ?? 0, rejectQty },
});

const movesOf = ({ warehouseId, items }: Row): Move[] =>
  items.flatMap(({ id: lineId, skuId, passQty, rejectQty }): Move[] => {
    const shift = { warehouseId, skuId, kind: "shift", from: "qc", lineId } as const;
    return [
      { ...shift, to: "good", qty: passQty ?? 0, type: "qcPass" },
      { ...shift, to: "bad", qty: rejectQty, type: "qcReject" },
    ];
  });

/** What follows the state of an inspection, which is written: its receipt, then its orders. */
async function follow(c: RuleContext, row: Row, orders: readonly string[]) {
  await refreshSign(c, row.signId);
  for (const poId of orders) await refreshOrder(c, poId);
}

/** Locks the order lines of an inspection and their goods; answers the orders, ascending. */
export async function lockOrders(c: RuleContext, { items }: Row): Promise<{ orders: string[] }> {
  const lines = await lockOrderLines(
    c,
    items.map((l) => l.poLineId),
  );
  const orders = [...new Set([...lines.values()].map((l) => l.poId))];
  orders.sort((a, b) => Number(a) - Number(b));
  await lockGoods(c, orders);
  return { orders };
}

/**
 * The inspection counts (supply.md 3, effect of finish): pieces leave 待检, order lines know what
 * passed. Receipt, inspection and orders are locked.
 */
export async function post(c: RuleContext, row: Row, orders: readonly string[]): Promise<void> {
  await postMoves(c, sourceOf(row), `finish:${row.version}`, movesOf(row));
  await countResults(c, row.items.map(resultOf), 1);
  await follow(c, row, orders);
  for (const poId of orders) await fallDue(c, poId);
}

/** Number of a submitted return or exchange that names the inspection. */
export async function returnedBy({ sql }: RuleContext, id: string): Promise<string | undefined> {
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

const shortage = ({ sku, need, available }: Shortage) =>
  `可用库存不足，无法撤销：SKU ${sku} 需${need}，可用${available}`;

/** Why what it posted cannot be taken back now; locks the pools. */
export const shortToUnpost = (c: RuleContext, row: Row): Promise<string | undefined> =>
  shortageToReverse(c, sourceOf(row), shortage);

/**
 * Takes back what it posted.
 * @throws Refusal 409 可用库存不足，无法撤销：SKU {code} 需{need}，可用{avail}
 */
export async function unpost(c: RuleContext, row: Row, orders: readonly string[]): Promise<void> {
  await reverseMoves(c, sourceOf(row), `reverse:${row.version}`, { shortage });
  await countResults(c, row.items.map(resultOf), -1);
  await follow(c, row, orders);
}
