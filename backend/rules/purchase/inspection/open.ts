import { inspection } from "#documents/purchase/inspection";
import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { createDraft } from "../../../documents/writing/draft";
import { readOrderLines } from "../order-lines/order-lines";
import { codesOf } from "../order-lines/placing";
import { sealsOf } from "../order-lines/seals";
import { checksFor } from "./checks";
import { countResults } from "./counts";
import { sampleOf } from "./sampling";

/** A receipt that is to be inspected. `exempt`: its goods count as passed. */
export interface Received {
  id: string;
  supplierId: string;
  warehouseId: string;
  deptId: string | null;
  exempt: boolean;
}

/** A line of the receipt. Quantity in pieces. */
export interface ReceivedLine {
  signLineId: string;
  poLineId: string;
  skuId: string;
  signQty: number;
}

/** Who bought: the buyer of the first order sees the inspection. */
const buyerOf = async ({ sql }: RuleContext, poId: string | undefined) =>
  (await sql.one<{ id: string }>("select buyer_id as id from purchase_order where id = $1", [poId]))
    ?.id;

const all = (qty: number) => ({ passQty: qty, rejectQty: 0 });

/**
 * The inspection of a receipt, in the transaction of the signing (supply.md 4, wms_sign): 待质检, or
 * 已免检 with everything passed. The order lines are locked; lines of 0 pieces are left out.
 * @returns Its id.
 */
export async function openInspection(
  c: RuleContext,
  sign: Received,
  lines: readonly ReceivedLine[],
): Promise<string> {
  const counted = lines.filter((l) => l.signQty > 0);
  const skuIds = counted.map((l) => l.skuId);
  const orderLines = await readOrderLines(
    c,
    counted.map((l) => l.poLineId),
  );
  const orders = [...orderLines.values()];
  const seals = await sealsOf(c, skuIds, sign.supplierId);
  const items = counted.map(({ signQty, signLineId, poLineId, skuId }) => {
    const of = orderLines.get(poLineId);
    const { skuCode, skuName, spec, unit, imageUrl } = of ?? {};
    return {
      ...{
        signLineId,
        poLineId,
        skuId,
        signQty,
        skuCode,
        skuName,
        spec,
        unit,
        imageUrl,
        poLineCode: of?.code,
      },
      photos: [],
      sealSampleId: seals.get(skuId) ?? null,
      ...(sign.exempt ? all(signQty) : { sampleQty: sampleOf(signQty) }),
    };
  });
  const total = counted.reduce((n, l) => n + l.signQty, 0);
  const { id } = await createDraft(c, inspection, {
    ...{ signId: sign.id, supplierId: sign.supplierId, warehouseId: sign.warehouseId },
    ...(sign.deptId && { deptId: sign.deptId }),
    buyerId: await buyerOf(c, orders[0]?.poId),
    supplierText: orders[0]?.supplierName,
    poNos: [...new Set(orders.map((l) => l.poNo))].join("、").slice(0, 500),
    skuCodes: codesOf(orders),
    signQty: total,
    ...(sign.exempt && {
      ...{ status: "exempt", qcType: "exempt", conclusion: "pass", passRate: "100" },
      ...all(total),
    }),
    items,
    checks: sign.exempt ? [] : await checksFor(c, skuIds),
  });
  if (sign.exempt)
    await countResults(
      c,
      counted.map((l) => ({ poLineId: l.poLineId, passQty: l.signQty, rejectQty: 0 })),
      1,
    );
  await link(c, { type: "wms_sign", id: sign.id }, { type: "inspection", id });
  return id;
}
