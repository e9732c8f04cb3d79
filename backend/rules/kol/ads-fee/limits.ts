import { adsFee } from "#documents/kol/ads-fee";
import { type HoldingDraft, saidDrafts } from "../../../documents/around/drafts";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { dec } from "../../../values/money";
import type { Cooperation } from "../cooperation/scene";

/** Of what a cooperation pays before anything is published. */
const ADVANCE_PERCENT = 50;

/** What other living fees of a cooperation ask for; a rejected one keeps what it holds. */
export interface Asked {
  amount: string;
  advance: string;
  commission: string;
  /** Fees among them that nobody submitted. */
  drafts: HoldingDraft[];
}

/** A fee as far as limits speak of it. */
interface Fee {
  feeType?: string | null;
  amount: string;
  commissionPart?: string | null;
}

export async function askedBeside({ sql }: RuleContext, cooperationId: string, own?: string) {
  const drafts = await sql.query<HoldingDraft>(
    `select no, status, amount::text as held from ads_fee
     where cooperation_id = $1 and status in ('draft', 'rejected') and del_flag = 0
       and id is distinct from $2 order by id`,
    [cooperationId, own ?? null],
  );
  const found = await sql.one<Omit<Asked, "drafts">>(
    `select coalesce(sum(amount), 0)::text as amount, coalesce(sum(commission_part), 0)::text as commission,
       coalesce(sum(amount) filter (where fee_type = 'advance'), 0)::text as advance
     from ads_fee where cooperation_id = $1 and status <> 'void' and del_flag = 0
       and id is distinct from $2`,
    [cooperationId, own ?? null],
  );
  return { ...(found ?? { amount: "0", advance: "0", commission: "0" }), drafts };
}

/** @throws Refusal 409 超出合作应付金额，剩余 {x} */
export function requireRoom({ payableAmount }: Cooperation, asked: Asked, amount: string): void {
  const rest = dec(payableAmount).minus(dec(asked.amount));
  if (dec(amount).gt(rest))
    throw conflict(`超出合作应付金额，剩余 ${rest.toFixed(2)}${saidDrafts(adsFee, asked.drafts)}`);
}

/** What a fee may ask for when it is submitted (market.md 2). @throws Refusal 409 */
export function requireAllowed(cooperation: Cooperation, asked: Asked, fee: Fee): void {
  const { feeType, amount } = fee;
  const most = dec(cooperation.fixedFee).times(ADVANCE_PERCENT).div(100);
  if (feeType === "advance" && dec(asked.advance).plus(dec(amount)).gt(most))
    throw conflict(
      `预付款不能超过固定费用的${ADVANCE_PERCENT}%${saidDrafts(adsFee, asked.drafts)}`,
    );
  const after = feeType === "balance" || feeType === "commission";
  if (after && cooperation.status !== "published") throw conflict("内容未发布，不能提交尾款");
  requireRoom(cooperation, asked, amount);
}

/** @throws Refusal 409 when fees ask for more commission than there is */
export function requireCommission(cooperation: Cooperation, asked: Asked, fee: Fee): void {
  const rest = dec(cooperation.commissionAmount).minus(dec(asked.commission));
  if (dec(fee.commissionPart).gt(rest))
    throw conflict(
      `佣金部分超出应付佣金，剩余 ${rest.toFixed(2)}${saidDrafts(adsFee, asked.drafts)}`,
    );
}
