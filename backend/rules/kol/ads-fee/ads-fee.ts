import type { DraftOf, RowOf } from "#documents/kit";
import { adsFee } from "#documents/kol/ads-fee";
import { link } from "../../../documents/around/chain";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, r2, sum } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { wholeSecrets } from "../../personal/unmask";
import { recount } from "../cooperation/figures";
import { cooperationOf, lockAround, lockCooperations, requireRunning } from "../cooperation/scene";
import { requireOwn } from "../own";
import { partyOf } from "../party";
import { askedBeside, requireAllowed, requireCommission, requireRoom } from "./limits";
import { askFinance, requestEnded } from "./money";

type Draft = DraftOf<typeof adsFee>;
type Row = RowOf<typeof adsFee>;

/** Whom a star wants to be paid to, as it is now. */
const payeeOf = ({ sql }: RuleContext, starId: string) =>
  sql.one<Record<"payMethod" | "payeeName" | "account", string | null>>(
    `select pay_method as "payMethod", payee_name as "payeeName", payee_account as account
     from star where id = $1`,
    [starId],
  );

async function complete(c: RuleContext, next: Draft, before?: Row) {
  const whole = { ...before, ...next };
  const row = await cooperationOf(c, whole.cooperationId);
  const amount = sum([whole.fixedPart, whole.commissionPart]);
  if (!dec(amount).gt(0)) throw invalidAt("fixedPart", "费用金额须大于0");
  // Of a finished one everything was asked for: what is left says more than its state.
  if (row.status === "finished") requireRoom(row, await askedBeside(c, row.id, before?.id), amount);
  requireRunning(row);
  const own = before?.ownerId ?? row.ownerId ?? c.caller.userId;
  if (!before && c.caller.scope.kind !== "all" && own !== c.caller.userId)
    throw conflict("只能为本人负责的合作申请费用");
  const payee = await payeeOf(c, row.starId);
  if (!payee?.payMethod || !payee.payeeName || !payee.account)
    throw conflict("请先完善红人收款资料");
  Object.assign(next, {
    ...{ starId: row.starId, ownerId: own, currency: row.feeCurrency, amount },
    ...{ fixedPart: whole.fixedPart ?? "0", commissionPart: whole.commissionPart ?? "0" },
  });
}

/** The payee stays what it was when the fee was written: copied as it is kept. */
const copyPayee = ({ sql }: RuleContext, id: string) =>
  sql.query(
    `update ads_fee f set pay_method = s.pay_method, payee_name = s.payee_name,
       payee_bank = s.payee_bank, payee_account = s.payee_account, payee_tail = s.payee_tail
     from star s where s.id = f.star_id and f.id = $1`,
    [id],
  );

const around = async (c: RuleContext, row: Row) => ({
  cooperation: await cooperationOf(c, row.cooperationId),
  asked: await askedBeside(c, row.cooperationId, row.id),
});

const submit = transition(adsFee, "submit", {
  lock: async (c, row) => ({
    ...(await around(c, row)),
    rate: await rateOf(c.sql, c.tenantId, row.currency ?? "CNY"),
  }),
  guard({ row, cooperation, asked }, c) {
    requireOwn(c, row);
    requireRunning(cooperation);
    requireAllowed(cooperation, asked, row);
    if (row.expectPayDate < today()) throw invalidAt("expectPayDate", "期望付款日不能早于今天");
    const proved = row.feeType === "balance" || row.feeType === "commission";
    if (proved && !row.proofFiles.length) throw invalidAt("proofFiles", "请上传发布或数据证明");
  },
  async effect({ sql }, { row, rate }) {
    await sql.query("update ads_fee set exchange_rate = $2, amount_cny = $3 where id = $1", [
      ...[row.id, rate, r2(dec(row.amount).times(dec(rate)))],
    ]);
  },
});

const verify = transition(adsFee, "verify", {
  lock: around,
  guard({ row, cooperation, asked }, { caller }) {
    if (row.createBy === caller.userId) return "不能核销本人创建的广告费";
    requireRunning(cooperation);
    requireRoom(cooperation, asked, row.amount);
    requireCommission(cooperation, asked, row);
  },
  async effect(c, { row }, { note }) {
    await c.sql.query(
      "update ads_fee set verify_by = $2, verify_time = now(), verify_note = $3 where id = $1",
      [row.id, c.caller.userId, note ?? null],
    );
    await recount(c, row.cooperationId);
    await askFinance(c, row);
  },
});

const reject = transition(adsFee, "reject", {
  async effect({ sql }, { row }, { reason }) {
    await sql.query("update ads_fee set verify_note = $2 where id = $1", [row.id, reason]);
  },
});

/** 红人广告费 (market.md 2). */
export const adsFeeRules = rules(adsFee, {
  beforeNumber: (c, { cooperationId }) => lockCooperations(c, cooperationId ? [cooperationId] : []),
  async enrichOne(c, row) {
    row.party = await partyOf(c);
  },
  beforeSave: complete,
  async afterSave(c, id, next, before) {
    await copyPayee(c, id);
    if (!before && next.cooperationId)
      await link(c, { type: "cooperation", id: next.cooperationId }, { type: adsFee.name, id });
  },
  async prefill(c, { cooperationId = [] }) {
    const row = await cooperationOf(c, cooperationId[0]);
    requireRunning(row);
    const asked = await askedBeside(c, row.id);
    const rest = dec(row.payableAmount).minus(dec(asked.amount));
    const commission = dec(row.commissionAmount).minus(dec(asked.commission));
    const before = row.status === "approved";
    return {
      ...{ cooperationId: row.id, cooperationName: row.no, expectPayDate: today() },
      ...{ feeType: before ? "advance" : "balance", currency: row.feeCurrency },
      fixedPart: before ? null : rest.minus(commission).toFixed(2),
      commissionPart: before ? null : commission.toFixed(2),
    };
  },
  lockAlong: (c, ids) => lockAround(c, "ads_fee", ids),
  onMadeEnded: requestEnded,
  transitions: [
    ...[submit, verify, reject],
    transition(
      adsFee,
      "showPayee",
      wholeSecrets(adsFee, ["payeeAccount"], (row: Row) => [row.payeeName, row.payeeBank]),
    ),
  ],
});
