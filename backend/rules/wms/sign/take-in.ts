import { documentNamed } from "#documents";
import { link } from "../../../documents/around/chain";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { postMoves } from "../../../stock/ledger";
import type { In } from "../../../stock/types";
import { openInspection } from "../../purchase/inspection/open";
import { countSigned, settleOrders } from "./counts";
import type { Scene } from "./scene";

const inspect = (c: RuleContext, scene: Scene, sign: Values, lines: readonly Row[]) =>
  openInspection(
    c,
    {
      ...{ id: String(sign.id), no: String(sign.no), exempt: sign.inspectPolicy === "exempt" },
      supplierId: String(scene.delivery.supplierId),
      warehouseId: String(scene.delivery.warehouseId),
      deptId: (sign.deptId as string | null) ?? null,
    },
    lines.map((l) => ({
      ...{ signLineId: l.id, poLineId: String(l.poLineId), skuId: String(l.skuId) },
      signQty: Number(l.signQty),
    })),
  );

/** Quantities, inspection, stock and payables of a receipt that was just written (supply.md 4, sign). */
export async function takeIn(c: RuleContext, scene: Scene, sign: Values): Promise<void> {
  const id = String(sign.id);
  const source = { document: "wms_sign", id, no: String(sign.no) };
  const { items = [] } = await readLines(c, documentNamed("wms_sign"), id);
  const lines = items.filter((l) => Number(l.signQty) > 0);
  await countSigned(c, scene, lines, 1, `签收 ${sign.no}`);
  await inspect(c, scene, sign, lines);
  await link(c, { type: "delivery", id: scene.delivery.id }, { type: "wms_sign", id });
  const moves = lines.map(
    (l): In => ({
      kind: "in",
      bucket: sign.inspectPolicy === "exempt" ? "good" : "qc",
      type: scene.kind === "exchange" ? "exchangeIn" : "purchaseSign",
      warehouseId: String(scene.delivery.warehouseId),
      ...{ skuId: String(l.skuId), lineId: l.id },
      ...{ qty: Number(l.signQty), amount: String(l.amount) },
    }),
  );
  await postMoves(c, source, "sign", moves, { bizDate: String(sign.signTime).slice(0, 10) });
  await settleOrders(c, scene, source);
}
