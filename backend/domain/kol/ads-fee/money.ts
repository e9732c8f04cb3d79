import { asking } from "#backend/domain/finance/request/asked";
import { lockWhole, moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { dec } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { adsFee } from "#documents/kol/ads-fee";
import { cooperation } from "#documents/kol/cooperation";
import { kolPayMethods } from "#documents/kol/words";
import { cooperationOf } from "../cooperation/attribution";
import { recount } from "../cooperation/figures";
import { startsWith } from "../cooperation/star-state";
import { postPromoFee } from "../facts";

/** The cooperation is counted again, and the fee is a cost of that day, or none any longer. */
async function recounted(c: RuleContext, row: RowOf<typeof adsFee>, day: string, amount: string) {
  const own = await cooperationOf(c, row.cooperationId);
  await recount(c, row.cooperationId);
  await postPromoFee(c, own, { source: "adsFee", no: row.no, day, amount });
}

/** A verified fee asks finance to pay it. */
export const { ask: askFinance, ended: requestEnded } = asking({
  document: adsFee,
  bizType: "kolAdsFee",
  lock: (c, id) => lockWhole(c, adsFee, id, { anyScope: true }),
  save: (c, id, { paidAmount: _, ...told }) => patch(c, adsFee, id, told),
  asks: "verified",
  move: (c, id, to, why) => moveTo(c, adsFee, id, to, why),
  words: { amount: "广告费金额", document: "广告费", missing: "请先完善红人收款资料" },
  payMethods: kolPayMethods,
  paid: (c, row, { day }) => recounted(c, row, day, row.amountCny),
  cameBack: (c, row, day) => recounted(c, row, day, dec(row.amountCny).times(-1).toFixed(2)),
  // The fee is open again, and so is a cooperation that was finished with it.
  async refused(c, row) {
    const own = await cooperationOf(c, row.cooperationId);
    const reopened = own.status === "finished";
    if (reopened) {
      await moveTo(c, cooperation, own.id, "published", "费用被拒，重新打开");
      await startsWith(c, own.starId, "合作重新打开");
    }
    await recount(c, row.cooperationId);
    return { userIds: [row.ownerId, own.ownerId], besides: reopened ? `合作${own.no}重新打开。` : "" };
  },
});
