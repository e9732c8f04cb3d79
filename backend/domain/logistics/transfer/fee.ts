import { lockWhole, logMove, NOW, patch, plus, type RuleContext, transition } from "#backend/engine/documents";
import { loseLate } from "#backend/ledgers/stock";
import { postLateCosts } from "#backend/ledgers/stock/rows";
import { conflict } from "#backend/platform/http";
import { dec, r2, rateOf, today } from "#backend/platform/values";
import { transfer } from "#documents/logistics/transfer";
import { billedTransfer } from "../gates";
import { type Line, receivedOf, sourceOf, type TransferRow, writeLines } from "./lines";
import { sharesOf } from "./shares";
import { packingsOf } from "./skus";

const DAYS = 90;
const DAY = 86_400_000;

/** What of a line's freight belongs to the pieces that came in. */
const dueOf = (fee: string, received: number, shipped: number): string =>
  shipped ? r2(dec(fee).times(received).div(shipped)) : "0.00";

/** Lines with another fee: what joined the cost of received pieces is what they owe of it. */
export function withFees(lines: readonly Line[], shares: ReadonlyMap<string, string>, ended: boolean) {
  return lines.map((line) => {
    const feeAmount = shares.get(line.id) ?? "0.00";
    const feePosted = dueOf(feeAmount, receivedOf(line), line.shippedQty);
    const late = dec(feePosted).minus(line.feePosted);
    const inAmount = dec(line.inAmount).plus(late).toFixed(2);
    const lostAmount = ended ? dec(line.outAmount).plus(feeAmount).minus(inAmount).toFixed(2) : line.lostAmount;
    const lateLost = dec(lostAmount).minus(line.lostAmount).toFixed(2);
    return { ...line, feeAmount, feePosted, inAmount, lostAmount, late: late.toFixed(2), lateLost };
  });
}

/** What of a line's freight joins the cost of pieces that come in now, or goes with them. */
export const joining = (line: Line, more: number): string =>
  dec(dueOf(line.feeAmount, receivedOf(line) + more, line.shippedQty))
    .minus(line.feePosted)
    .toFixed(2);

interface Fee {
  currency: string;
  actualFreight: string;
  otherFee: string;
}

/** Freight of a transfer in CNY as it is known. */
const feeCny = async (c: RuleContext, { currency, actualFreight, otherFee }: Fee) =>
  r2(
    dec(actualFreight)
      .plus(otherFee)
      .times(await rateOf(c.sql, c.tenantId, currency)),
  );

/**
 * Puts another freight in the place of what was known: shared among lines, it joins the cost of what is
 * to come in, and what is in or lost already bears the difference.
 */
async function replaceFee(c: RuleContext, row: TransferRow, fee: Fee, key: string): Promise<void> {
  const cny = await feeCny(c, fee);
  await patch(c, transfer, row.id, {
    feeCurrency: fee.currency,
    actualFreight: fee.actualFreight,
    otherFee: fee.otherFee,
    freightCny: cny,
  });
  if (!row.items.some((line) => line.shippedQty > 0)) return;
  const shares = sharesOf(row, cny, await packingsOf(c, row.items));
  const lines = withFees(row.items, shares, row.status === "closed");
  const costs = lines.map((line) => ({
    warehouseId: row.toWarehouseId,
    skuId: line.skuId,
    lineId: line.id,
    amount: line.late,
    pieces: receivedOf(line),
    firstLeg: true,
  }));
  await postLateCosts(c, sourceOf(row), key, costs);
  const lost = lines.map((line) => ({
    warehouseId: row.toWarehouseId,
    skuId: line.skuId,
    lineId: line.id,
    amount: line.lateLost,
  }));
  await loseLate(c, sourceOf(row), `${key}:lost`, lost, { loss: "transferLoss" });
  await writeLines(c, row.id, lines);
}

/** 录入实际费用 (supply.md 5). */
export const setFee = transition(transfer, "setFee", {
  lock: async (c, row) => ({ billed: await billedTransfer(c, [row.id]) }),
  guard({ row, billed }) {
    if (billed) return billed;
    const { receiveTime } = row;
    const old = receiveTime && Date.now() - Date.parse(`${receiveTime}+08:00`) > DAYS * DAY;
    return row.status === "done" && old && "已超过费用录入期限";
  },
  async effect(c, { row }, { feeCurrency, actualFreight, otherFee }) {
    const fee = { currency: feeCurrency, actualFreight, otherFee: otherFee ?? "0.00" };
    await replaceFee(c, row, fee, `fee:${row.version}`);
  },
});

const FREIGHTED: readonly TransferRow["status"][] = [
  ...(["approved", "packed", "shipped", "partReceived", "done", "closed"] as const),
];

/**
 * The freight of a transfer as another document knows it; its other fees stay where they are in the
 * same currency. Lock the other document first.
 * @throws Refusal 409 for a transfer that is not approved
 */
export async function setActualFreight(
  c: RuleContext,
  transferId: string,
  { amount, currency }: { amount: string; currency: string },
): Promise<void> {
  const row = await lockWhole(c, transfer, transferId, { anyScope: true });
  if (!FREIGHTED.includes(row.status)) throw conflict(`调拨单${row.no}未审批，不能录入费用`);
  const otherFee = row.feeCurrency === currency ? row.otherFee : "0.00";
  await replaceFee(c, row, { currency, actualFreight: amount, otherFee }, `fee:${row.version}:${today()}`);
  await patch(c, transfer, row.id, { version: plus(1), updateBy: c.caller.userId, updateTime: NOW });
  await logMove(c, transfer, row.id, { action: "录入实际费用", diff: { actualFreight: [row.actualFreight, amount] } });
}
