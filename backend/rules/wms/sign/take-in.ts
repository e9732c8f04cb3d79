import { wmsSign } from "#documents/wms/wms-sign";
import { link } from "../../../documents/around/chain";
import { readLines } from "../../../documents/reading/lines";
import type { RuleContext } from "../../../documents/rules";
import { postMoves } from "../../../stock/ledger";
import type { In } from "../../../stock/types";
import { openInspection } from "../../purchase/inspection/open";
import { countSigned, settleOrders } from "./counts";
import type { Scene } from "./scene";

/** A receipt that was just written. `exempt`: its goods need no inspection. */
export interface Receipt {
  id: string;
  no: string;
  exempt: boolean;
  deptId: string | null;
  /** Business date. */
  date: string;
}

/** Quantities, inspection, stock and payables of a receipt that was just written (supply.md 4, sign). */
export async function takeIn(c: RuleContext, scene: Scene, sign: Receipt): Promise<void> {
  const { id, no, exempt, deptId, date } = sign;
  const { supplierId, warehouseId, deliveryType } = scene.delivery;
  const source = { document: "wms_sign", id, no };
  const { items } = await readLines(c, wmsSign, id);
  const lines = items.filter((l) => l.signQty > 0);
  await countSigned(c, scene, lines, 1, `签收 ${no}`);
  await openInspection(
    c,
    { id, exempt, supplierId, warehouseId, deptId },
    lines.map(({ id: signLineId, ...l }) => ({ ...l, signLineId })),
  );
  await link(c, { type: "delivery", id: scene.delivery.id }, { type: "wms_sign", id });
  const moves = lines.map(
    ({ id: lineId, skuId, signQty, amount }): In => ({
      kind: "in",
      bucket: exempt ? "good" : "qc",
      type: deliveryType === "exchange" ? "exchangeIn" : "purchaseSign",
      ...{ warehouseId, skuId, lineId, qty: signQty, amount },
    }),
  );
  await postMoves(c, source, "sign", moves, { bizDate: date });
  await settleOrders(c, scene, source, date);
}
