import type { LineOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { dropFromContract } from "../contract/change";
import { endPlansOf } from "../delivery-plan/state";
import { orderSources, releaseSources } from "../demand/order-sources";
import { countLost } from "../demand/received-demand";
import {
  contractOf,
  keepsChange,
  keepsClosing,
  keepsDelivery,
  openDocuments,
} from "../order-lines/open-documents";
import { refreshOnOrder, refreshOpenAmount } from "../order-lines/totals";
import { settleOrder } from "../return/order";
import { deductUnreplaced } from "../return/unreplaced";

type Line = LineOf<typeof purchaseOrder, "items">;

const refuse = (sentence: string | null | undefined) => {
  if (sentence) throw conflict(sentence);
};

const linesOf = async (c: RuleContext, id: string): Promise<Line[]> =>
  (await readLines(c, purchaseOrder, id)).items;

/** After 作废, whose state the engine writes afterwards. */
async function after(c: RuleContext, row: Row, lines: readonly Line[]) {
  await c.sql.query("update purchase_order set status = 'void' where id = $1", [row.id]);
  await refreshOnOrder(
    c,
    lines.map((l) => l.skuId),
  );
  await refreshOpenAmount(c, String(row.supplierId));
}

/** 作废 (supply.md 3): everything that the order holds is given back. */
export async function voidOrder(c: RuleContext, row: Row): Promise<void> {
  const lines = await linesOf(c, row.id);
  if (lines.some((l) => l.signedQty > 0))
    throw conflict(`采购单${row.no}已有到货，不能作废，请使用关闭`);
  const open = await openDocuments(c, row.id);
  refuse(keepsDelivery(open));
  if (Number(row.requestedAmount) > 0 || Number(row.paidAmount) > 0)
    throw conflict(`采购单${row.no}存在请款或付款，不能作废`);
  const contract = await contractOf(c, row.id);
  if (contract && contract.status !== "signed")
    throw conflict(`采购单已生成合同${contract.no}，请先作废合同`);
  refuse(keepsChange(open));
  await orderSources(
    c,
    lines.map((l) => ({ ...l, qty: -l.qty })),
  );
  await endPlansOf(c, row.id, "void");
  await after(c, row, lines);
  if (contract) await dropFromContract(c, contract.id, row.id);
}

/**
 * 关闭 (supply.md 3): the rest is not to come any more. What was sent back for replacement and not
 * replaced is deducted from what is owed.
 */
export async function closeOrder(c: RuleContext, row: Row, input: Values): Promise<void> {
  const before = await linesOf(c, row.id);
  refuse(keepsClosing(await openDocuments(c, row.id)));
  await deductUnreplaced(
    c,
    before.map((l) => l.id),
  );
  const lines = await linesOf(c, row.id);
  const closed = lines.map((l) => ({
    ...l,
    rest: Math.max(l.qty + l.replenishQty + l.exchangeQty - l.signedQty - l.closedQty, 0),
  }));
  await c.sql.query(
    `update purchase_order_line l set closed_qty = l.closed_qty + x.rest, open_qty = l.open_qty - x.rest
     from jsonb_to_recordset($1::jsonb) as x(id bigint, rest int) where l.id = x.id`,
    [JSON.stringify(closed.map(({ id, rest }) => ({ id, rest })))],
  );
  await endPlansOf(c, row.id, "closed");
  if (input.releaseDemand)
    await releaseSources(
      c,
      closed.filter((l) => l.rest > 0).map((l) => ({ ...l, qty: l.rest })),
    );
  else await countLost(c, new Map(closed.map((l) => [l.id, l.rest])));
  await c.sql.query("update purchase_order set status = 'closed' where id = $1", [row.id]);
  const source = { document: "purchase_order", id: row.id, no: String(row.no) };
  await settleOrder(c, row.id, source, "closeDeduct");
}
