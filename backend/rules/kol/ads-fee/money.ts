import type { RowOf } from "#documents/kit";
import { adsFee } from "#documents/kol/ads-fee";
import { cooperation } from "#documents/kol/cooperation";
import { kolPayMethods } from "#documents/kol/words";
import { moveTo } from "../../../documents/lifecycle/move";
import { lockWhole } from "../../../documents/reading/row";
import type { MadeEnd, RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { notify } from "../../../notices/notify";
import { openSecret } from "../../../personal/open";
import { dec } from "../../../values/money";
import { createPaymentRequest, transfersOf } from "../../finance/request/made";
import { recount } from "../cooperation/figures";
import { type Cooperation, cooperationOf } from "../cooperation/scene";
import { startsWith } from "../cooperation/star-state";
import { postPromoFee } from "../facts";

type Fee = RowOf<typeof adsFee>;

/** Asks finance to pay a verified fee; who made the fee is who asks. */
export async function askFinance(c: RuleContext, row: Fee): Promise<void> {
  const accountNo = await openSecret(c.sql, adsFee, "payeeAccount", row.id);
  if (!accountNo || !row.payeeName || !row.currency) throw conflict("请先完善红人收款资料");
  const { payeeName, payMethod, payeeBank } = row;
  const { no } = await createPaymentRequest(
    c,
    {
      ...{ bizType: "kolAdsFee", currency: row.currency, amount: row.amount },
      expectPayDate: row.expectPayDate,
      payee: {
        ...{ payeeName, accountName: payeeName, accountNo },
        bankName: payeeBank || (payMethod ? kolPayMethods[payMethod].label : "—"),
      },
    },
    {
      owner: { document: adsFee.name, id: row.id, no: row.no },
      starterId: row.createBy ?? c.caller.userId,
    },
  );
  await c.sql.query("update ads_fee set finance_no = $2 where id = $1", [row.id, no]);
}

const fact = (c: RuleContext, own: Cooperation, row: Fee, day: string, amount: string) =>
  postPromoFee(c, own, { source: "adsFee", no: row.no, day, amount });

async function paid(c: RuleContext, row: Fee, values: unknown) {
  const { paidAmount, paidTime, receiptFiles } = transfersOf(values);
  if (!dec(paidAmount).eq(dec(row.amount)))
    throw conflict(
      `付款金额${dec(paidAmount).toFixed(2)}与广告费金额${dec(row.amount).toFixed(2)}不一致`,
    );
  await moveTo(c, adsFee, row.id, "paid", "财务付款");
  await c.sql.query(
    `update ads_fee set paid_time = $2::timestamp at time zone 'Asia/Shanghai', voucher = $3::bigint[]
     where id = $1`,
    [row.id, paidTime, [...new Set(receiptFiles)]],
  );
  const own = await cooperationOf(c, row.cooperationId);
  await recount(c, row.cooperationId);
  await fact(c, own, row, paidTime.slice(0, 10), row.amountCny);
}

/** The bank sent it back: it is to be paid once more, and no cost of that day any longer. */
async function cameBack(c: RuleContext, row: Fee) {
  await moveTo(c, adsFee, row.id, "verified", "付款退票");
  await c.sql.query("update ads_fee set paid_time = null, voucher = '{}' where id = $1", [row.id]);
  const own = await cooperationOf(c, row.cooperationId);
  await recount(c, row.cooperationId);
  const day = (row.paidTime ?? "").slice(0, 10);
  await fact(c, own, row, day, dec(row.amountCny).times(-1).toFixed(2));
}

/** Finance will not pay: the fee is open again, and so is a cooperation that was finished with it. */
async function refused(c: RuleContext, row: Fee, { no, reason }: MadeEnd) {
  await moveTo(c, adsFee, row.id, "rejected", "财务未通过");
  const own = await cooperationOf(c, row.cooperationId);
  const reopened = own.status === "finished";
  if (reopened) {
    await moveTo(c, cooperation, own.id, "published", "费用被拒，重新打开");
    await startsWith(c, own.starId, "合作重新打开");
  }
  await recount(c, row.cooperationId);
  await notify(c.sql, {
    ...{ tenantId: c.tenantId, userIds: [row.ownerId, own.ownerId].flatMap((id) => id || []) },
    title: `广告费${row.no}的请款单${no}未通过`,
    pushDescribe: `${reopened ? `合作${own.no}重新打开。` : ""}${reason || "请款单已撤回或作废"}`,
    bizPath: adsFee.screens.detail.replace("{id}", row.id),
  });
}

/** What became of the request that a fee made. */
export async function requestEnded(c: RuleContext, made: MadeEnd): Promise<void> {
  const row = await lockWhole(c, adsFee, made.makerId, { anyScope: true });
  if (row.financeNo !== made.no) return;
  if (made.event === "paid" && row.status === "verified") await paid(c, row, made.values);
  if (made.event === "failed" && row.status === "paid") await cameBack(c, row);
  const ended = made.event === "returned" || made.event === "void";
  if (ended && row.status === "verified") await refused(c, row, made);
}
