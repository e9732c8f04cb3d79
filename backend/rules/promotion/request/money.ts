import type { RowOf } from "#documents/kit";
import { evaRequest } from "#documents/promotion/request";
import { payMethods } from "#documents/promotion/words";
import { moveTo } from "../../../documents/lifecycle/move";
import { lockWhole } from "../../../documents/reading/row";
import type { MadeEnd, RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { notify } from "../../../notices/notify";
import { openSecret } from "../../../personal/open";
import { dec } from "../../../values/money";
import { createPaymentRequest, transfersOf } from "../../finance/request/made";
import { recountUsed } from "../application/used";
import { settleRebate, unsettleRebate } from "../rebate/requested";
import { settleRefunds, unsettleRefunds } from "../refund/requested";
import { statePromoFee } from "./facts";
import { spentOn } from "./parts";
import { idIn, idsOf } from "./sources";
import { giveBack } from "./submit";

type Row = RowOf<typeof evaRequest>;

/** As finance writes accounts: of a number only its signs, an address as it is. */
const written = (account: string) =>
  account.includes("@") ? account.trim() : account.replace(/\s/g, "").toUpperCase();

/** Asks finance to pay an approved request; who made it is who asks. */
export async function askFinance(c: RuleContext, row: Row): Promise<void> {
  const accountNo = await openSecret(c.sql, evaRequest, "payeeAccount", row.id);
  const { payeeName, payMethod, payeeBank, currency } = row;
  if (!accountNo || !payeeName || !currency) throw conflict("请先完善测评资源的收款信息");
  const { no } = await createPaymentRequest(
    c,
    {
      ...{ bizType: "evaRequest", currency, amount: row.amount ?? "0" },
      expectPayDate: row.expectPayDate,
      payee: {
        ...{ payeeName, accountName: payeeName, accountNo: written(accountNo) },
        bankName: payeeBank || (payMethod ? payMethods[payMethod].label : "—"),
      },
    },
    {
      owner: { document: evaRequest.name, id: row.id, no: row.no },
      starterId: row.createBy ?? c.caller.userId,
    },
  );
  await c.sql.query("update eva_request set finance_no = $2 where id = $1", [row.id, no]);
}

const applicationsOf = (row: Row) => row.shares.flatMap((s) => s.applicationId || []);

/** What it asked for by source, as its lines say. */
const linesOf = (row: Row) =>
  row.items.flatMap((l) => {
    const id = idIn(l);
    return id && l.sourceType ? [{ kind: l.sourceType, id, amount: l.amount ?? "0" }] : [];
  });

async function paid(c: RuleContext, row: Row, values: unknown) {
  const { paidAmount, paidTime, receiptFiles } = transfersOf(values);
  if (!dec(paidAmount).eq(dec(row.amount)))
    throw conflict(
      `付款金额${dec(paidAmount).toFixed(2)}与请款金额${dec(row.amount).toFixed(2)}不一致`,
    );
  const day = paidTime.slice(0, 10);
  await moveTo(c, evaRequest, row.id, "paid", "财务付款");
  await c.sql.query(
    `update eva_request set paid_time = $2::timestamp at time zone 'Asia/Shanghai',
       paid_amount = $3, voucher = $4::bigint[] where id = $1`,
    [row.id, paidTime, paidAmount, [...new Set(receiptFiles)]],
  );
  await settleRefunds(c, idsOf(row.items, "refund"), { time: paidTime, voucher: receiptFiles });
  await settleRebate(c, idsOf(row.items, "rebate"), day);
  await recountUsed(c, applicationsOf(row));
  await statePromoFee(c, row.no, day, await spentOn(c, linesOf(row), row.amountCny ?? "0"));
}

/** The bank sent it back: it is to be paid once more, and no cost any longer. */
async function cameBack(c: RuleContext, row: Row) {
  await moveTo(c, evaRequest, row.id, "approved", "付款退票");
  await c.sql.query(
    "update eva_request set paid_time = null, paid_amount = 0, voucher = '{}' where id = $1",
    [row.id],
  );
  await unsettleRefunds(c, idsOf(row.items, "refund"));
  await unsettleRebate(c, idsOf(row.items, "rebate"));
  await recountUsed(c, applicationsOf(row));
  await statePromoFee(c, row.no, (row.paidTime ?? "").slice(0, 10), []);
}

/** Finance will not pay: it may be changed and asked for again. */
async function refused(c: RuleContext, row: Row, { no, reason }: MadeEnd) {
  await moveTo(c, evaRequest, row.id, "rejected", "财务未通过");
  await giveBack(c, row);
  await notify(c.sql, {
    ...{ tenantId: c.tenantId, userIds: row.ownerId ? [row.ownerId] : [] },
    title: `测评请款单${row.no}的请款单${no}未通过`,
    pushDescribe: reason || "请款单已撤回或作废",
    bizPath: evaRequest.screens.detail.replace("{id}", row.id),
  });
}

/** What became of the request to finance that this one made. */
export async function requestEnded(c: RuleContext, made: MadeEnd): Promise<void> {
  const row = await lockWhole(c, evaRequest, made.makerId, { anyScope: true });
  if (row.financeNo !== made.no) return;
  if (made.event === "paid" && row.status === "approved") await paid(c, row, made.values);
  if (made.event === "failed" && row.status === "paid") await cameBack(c, row);
  const ended = made.event === "returned" || made.event === "void";
  if (ended && row.status === "approved") await refused(c, row, made);
}
