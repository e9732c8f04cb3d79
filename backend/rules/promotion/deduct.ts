import type { RuleContext } from "../../documents/rules";
import { postTradeFacts } from "../../facts/post";
import { conflict, invalidAt } from "../../http/refusal";
import { today } from "../../values/calendar";
import { dec } from "../../values/money";
import { entriesOf, type OrderPart, skusOfOrders, skusOfPromotions } from "./fee-facts";

/** What was typed of money that the platform kept. */
export interface Deduction {
  settlementNo: string;
  amount: string | number;
  day: string;
  inSettlement?: boolean | null;
}

/** @throws Refusal 409 for another amount than is owed, 400 for a day that is still to come */
export function requireDeduction({ amount, day }: Deduction, owed: string): void {
  if (!dec(amount).eq(dec(owed)))
    throw conflict(`扣款金额${dec(amount).toFixed(2)}与应付金额${dec(owed).toFixed(2)}不一致`);
  if (day > today()) throw invalidAt("day", "扣款日期不能晚于今天");
}

/** Why a document is not the platform's to deduct. */
export const notDeducted = (payMethod: string | null | undefined): string | false =>
  payMethod !== "platform" && "收款方式不是平台扣款，请通过测评请款支付";

interface Kept {
  source: "rebate" | "evaRefund";
  no: string;
  /** CNY. */
  amountCny: string;
  /** In the currency of the store. */
  amount: string;
  orders: readonly OrderPart[];
  promotions?: ReadonlyMap<string, string>;
}

/**
 * Promotion fees of the SKUs, on the day of the settlement; where its other fees have the same money
 * already, they have it no longer (market.md 17.13).
 */
export async function postDeduction(
  c: RuleContext,
  { source, no, amountCny, amount, orders, promotions }: Kept,
  { day, inSettlement }: Deduction,
): Promise<void> {
  const parts = [
    ...(await skusOfOrders(c, orders)),
    ...(await skusOfPromotions(c, promotions ?? new Map())),
  ];
  const fee = { source, no, day, parts } as const;
  const back = dec(amount).times(-1).toFixed(2);
  await postTradeFacts(c.sql, [
    ...entriesOf({ ...fee, amount: amountCny }),
    ...(inSettlement ? entriesOf({ ...fee, amount: back }, "other_fee") : []),
  ]);
}
