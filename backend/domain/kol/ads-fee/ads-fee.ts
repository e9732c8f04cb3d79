import { wholeSecrets } from "#backend/domain/personal/unmask";
import { link, NOW, patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { type HoldingDraft, saidDrafts } from "#backend/engine/documents/around/drafts";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, rateOf, sum, today } from "#backend/platform/values";
import type { DraftOf, RowOf } from "#documents/kit";
import { adsFee } from "#documents/kol/ads-fee";
import {
  type Cooperation,
  cooperationOf,
  lockAround,
  lockCooperations,
  requireRunning,
} from "../cooperation/attribution";
import { recount } from "../cooperation/figures";
import { requireOwn } from "../own";
import { partyOf } from "../party";
import { askFinance, requestEnded } from "./money";

/** Of what a cooperation pays before anything is published. */
const ADVANCE_PERCENT = 50;

/** What other living fees of a cooperation ask for; a rejected one keeps what it holds. */
interface AdsFeeAsked {
  amount: string;
  advance: string;
  commission: string;
  /** Fees among them that nobody submitted. */
  drafts: HoldingDraft[];
}

/** A fee as far as limits speak of it. */
interface AdsFee {
  feeType?: string | null;
  amount: string;
  commissionPart?: string | null;
}

async function askedBeside({ sql }: RuleContext, cooperationId: string, own?: string) {
  const drafts = await sql.query<HoldingDraft>(
    `select no, status, amount::text as held from ads_fee
     where cooperation_id = $1 and status in ('draft', 'rejected') and del_flag = 0
       and id is distinct from $2 order by id`,
    [cooperationId, own ?? null],
  );
  const found = await sql.one<Omit<AdsFeeAsked, "drafts">>(
    `select coalesce(sum(amount), 0)::text as amount, coalesce(sum(commission_part), 0)::text as commission,
       coalesce(sum(amount) filter (where fee_type = 'advance'), 0)::text as advance
     from ads_fee where cooperation_id = $1 and status <> 'void' and del_flag = 0
       and id is distinct from $2`,
    [cooperationId, own ?? null],
  );
  return { ...(found ?? { amount: "0", advance: "0", commission: "0" }), drafts };
}

/** @throws Refusal 409 超出合作应付金额，剩余 {x} */
function requireRoom({ payableAmount }: Cooperation, asked: AdsFeeAsked, amount: string): void {
  const rest = dec(payableAmount).minus(dec(asked.amount));
  if (dec(amount).gt(rest))
    throw conflict(`超出合作应付金额，剩余 ${rest.toFixed(2)}${saidDrafts(adsFee, asked.drafts)}`);
}

/** What a fee may ask for when it is submitted (market.md 2). @throws Refusal 409 */
function requireAllowed(cooperation: Cooperation, asked: AdsFeeAsked, fee: AdsFee): void {
  const { feeType, amount } = fee;
  const most = dec(cooperation.fixedFee).times(ADVANCE_PERCENT).div(100);
  if (feeType === "advance" && dec(asked.advance).plus(dec(amount)).gt(most))
    throw conflict(`预付款不能超过固定费用的${ADVANCE_PERCENT}%${saidDrafts(adsFee, asked.drafts)}`);
  const after = feeType === "balance" || feeType === "commission";
  if (after && cooperation.status !== "published") throw conflict("内容未发布，不能提交尾款");
  requireRoom(cooperation, asked, amount);
}

/** @throws Refusal 409 when fees ask for more commission than there is */
function requireCommission(cooperation: Cooperation, asked: AdsFeeAsked, fee: AdsFee): void {
  const rest = dec(cooperation.commissionAmount).minus(dec(asked.commission));
  if (dec(fee.commissionPart).gt(rest))
    throw conflict(`佣金部分超出应付佣金，剩余 ${rest.toFixed(2)}${saidDrafts(adsFee, asked.drafts)}`);
}

type AdsFeeDraft = DraftOf<typeof adsFee>;
type AdsFeeRow = RowOf<typeof adsFee>;

/** Whom a star wants to be paid to, as it is now. */
const payeeOf = ({ sql }: RuleContext, starId: string) =>
  sql.one<Record<"payMethod" | "payeeName" | "account", string | null>>(
    `select pay_method as "payMethod", payee_name as "payeeName", payee_account as account
     from star where id = $1`,
    [starId],
  );

async function complete(c: RuleContext, next: AdsFeeDraft, before?: AdsFeeRow) {
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
  if (!payee?.payMethod || !payee.payeeName || !payee.account) throw conflict("请先完善红人收款资料");
  Object.assign(next, {
    starId: row.starId,
    ownerId: own,
    currency: row.feeCurrency,
    amount,
    fixedPart: whole.fixedPart ?? "0",
    commissionPart: whole.commissionPart ?? "0",
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

const around = async (c: RuleContext, row: AdsFeeRow) => ({
  cooperation: await cooperationOf(c, row.cooperationId),
  asked: await askedBeside(c, row.cooperationId, row.id),
});

const submit = transition(adsFee, "submit", {
  lock: async (c, row) => ({ ...(await around(c, row)), rate: await rateOf(c.sql, c.tenantId, row.currency ?? "CNY") }),
  guard({ row, cooperation, asked }, c) {
    requireOwn(c, row);
    requireRunning(cooperation);
    requireAllowed(cooperation, asked, row);
    if (row.expectPayDate < today()) throw invalidAt("expectPayDate", "期望付款日不能早于今天");
    const proved = row.feeType === "balance" || row.feeType === "commission";
    if (proved && !row.proofFiles.length) throw invalidAt("proofFiles", "请上传发布或数据证明");
  },
  async effect({ sql }, { row, rate }) {
    await patch({ sql }, adsFee, row.id, { exchangeRate: rate, amountCny: r2(dec(row.amount).times(dec(rate))) });
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
    await patch(c, adsFee, row.id, { verifyBy: c.caller.userId, verifyTime: NOW, verifyNote: note ?? null });
    await recount(c, row.cooperationId);
    await askFinance(c, row);
  },
});

const reject = transition(adsFee, "reject", {
  async effect({ sql }, { row }, { reason }) {
    await patch({ sql }, adsFee, row.id, { verifyNote: reason });
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
      cooperationId: row.id,
      cooperationName: row.no,
      expectPayDate: today(),
      feeType: before ? "advance" : "balance",
      currency: row.feeCurrency,
      fixedPart: before ? null : rest.minus(commission).toFixed(2),
      commissionPart: before ? null : commission.toFixed(2),
    };
  },
  lockAlong: (c, ids) => lockAround(c, "ads_fee", ids),
  onMadeEnded: requestEnded,
  transitions: [
    submit,
    verify,
    reject,
    transition(
      adsFee,
      "showPayee",
      wholeSecrets(adsFee, ["payeeAccount"], (row: AdsFeeRow) => [row.payeeName, row.payeeBank]),
    ),
  ],
});
