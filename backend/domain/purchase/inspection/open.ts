import { createDraft, link, moveTo, pick, type RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import type { HeadOf } from "#documents/kit";
import { inspection } from "#documents/purchase/inspection";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { readOrderLines } from "../order-lines/order-lines";
import { codesOf } from "../order-lines/placing";
import { sealsOf } from "../order-lines/seals";
import { countResults, resultsOf } from "./counts";
import { sampleOf } from "./sampling";

type InspectionFound = Pick<HeadOf<typeof inspection>, "id" | "status">;

/** The inspection of a receipt that counts, locked. */
export const lockInspectionOf = ({ sql }: RuleContext, signId: string) =>
  sql.one<InspectionFound>(
    `select id, status from inspection
     where sign_id = $1 and status <> 'reversed' and del_flag = 0 ${keep(sql, "inspection")}`,
    [signId],
  );

/** @throws Refusal 409 签收单{no}已质检，不能撤销，请先撤销质检单 */
export function requireUninspected(sign: { no: string }, found: InspectionFound | undefined): void {
  if (found?.status === "done" || found?.status === "auditing")
    throw conflict(`签收单${sign.no}已质检，不能撤销，请先撤销质检单`);
}

/**
 * Ends the inspection of a receipt that is taken back; what an exempt one passed is given back. It and
 * the order lines are locked.
 */
export async function dropInspection(c: RuleContext, { id, status }: InspectionFound): Promise<void> {
  if (status === "exempt") await countResults(c, await resultsOf(c, id), -1);
  await moveTo(c, inspection, id, "reversed", "撤销签收");
}

/** Most checks of one SKU. */
const MOST = 20;

/** One check for each line of a standard: what stands before a colon is what is looked at. */
export function checksOf(standard: string): { item: string; standard: string }[] {
  const lines = standard.split(/\r?\n/).map((l) => l.trim());
  return lines
    .filter(Boolean)
    .slice(0, MOST)
    .map((line) => {
      const [, item, rest] = /^([^:：]{1,30})[:：]\s*(.+)$/.exec(line) ?? [];
      return { item: item ?? "外观与功能", standard: rest ?? line };
    });
}

/** What is to be checked of these SKUs: their own standard, else that of their SPU (supply.md 1). */
async function checksFor({ sql }: RuleContext, skuIds: readonly string[]) {
  const rows = await sql.query<{ skuCode: string; text: string | null }>(
    `select k.sku_code as "skuCode",
       coalesce(nullif(k.qc_standard, ''), (select p.qc_standard from spu p where p.id = k.spu_id)) as text
     from sku k where k.id = any($1::bigint[]) order by array_position($1::bigint[], k.id)`,
    [[...new Set(skuIds)]],
  );
  return rows.flatMap((r) => checksOf(r.text ?? "").map((check) => ({ skuCode: r.skuCode, ...check })));
}

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
  (await pick({ sql }, purchaseOrder, poId, ["buyerId"]))?.buyerId;

const all = (qty: number) => ({ passQty: qty, rejectQty: 0 });

/**
 * The inspection of a receipt, in the transaction of the signing (supply.md 4, wms_sign): 待质检, or
 * 已免检 with everything passed. The order lines are locked; lines of 0 pieces are left out.
 * @returns Its id.
 */
export async function openInspection(c: RuleContext, sign: Received, lines: readonly ReceivedLine[]): Promise<string> {
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
      photos: [],
      sealSampleId: seals.get(skuId) ?? null,
      ...(sign.exempt ? all(signQty) : { sampleQty: sampleOf(signQty) }),
    };
  });
  const total = counted.reduce((n, l) => n + l.signQty, 0);
  const { id } = await createDraft(c, inspection, {
    signId: sign.id,
    supplierId: sign.supplierId,
    warehouseId: sign.warehouseId,
    ...(sign.deptId && { deptId: sign.deptId }),
    buyerId: await buyerOf(c, orders[0]?.poId),
    supplierText: orders[0]?.supplierName,
    poNos: [...new Set(orders.map((l) => l.poNo))].join("、").slice(0, 500),
    skuCodes: codesOf(orders),
    signQty: total,
    ...(sign.exempt && { status: "exempt", qcType: "exempt", conclusion: "pass", passRate: "100", ...all(total) }),
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
