import type { RuleContext } from "../../../documents/rules";
import { dec, sum } from "../../../values/money";
import { payableMost } from "../../purchase/asking/caps";
import { sayAmount } from "../../purchase/asking/say";
import type { Request } from "./lock";

/** What a payment pays of a line. */
interface Paying {
  poId: string | null;
  billId: string | null;
  bizType: string;
  amount: string;
}

interface Owing {
  id: string;
  no: string;
  paid: string;
  /** What may be paid of it altogether. */
  most: string;
}

type Order = Parameters<typeof payableMost>[0] & Omit<Owing, "most">;

/** Orders and bills that are paid, as they are now: locked by whoever settles. */
async function owingOf(
  { sql, tenantId }: RuleContext,
  { requestType }: Request,
  parts: readonly Paying[],
) {
  const orders = await sql.query<Order>(
    `select id, no, status, balance_trigger as "balanceTrigger",
       order_amount::text as "orderAmount", payable_amount::text as "payableAmount",
       return_amount::text as "returnAmount", paid_amount::text as paid
     from purchase_order where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, parts.flatMap((p) => p.poId ?? [])],
  );
  const bills = await sql.query<Owing>(
    `select id, no, total_amount::text as most, paid_amount::text as paid
     from logistics_bill where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, parts.flatMap((p) => p.billId ?? [])],
  );
  return {
    orders: orders.map((o): Owing => ({ ...o, most: payableMost(o, requestType) })),
    bills,
  };
}

/**
 * Why a payment would pay more than is still owed: since its request was approved, goods went back, the
 * order was cut, or others paid.
 */
export async function beyondOwed(
  c: RuleContext,
  request: Request,
  parts: readonly Paying[],
): Promise<string | undefined> {
  const { orders, bills } = await owingOf(c, request, parts);
  const problem = (label: string, one: Owing, mine: (p: Paying) => boolean) => {
    const amount = sum(parts.filter(mine).map((p) => p.amount));
    if (!dec(amount).gt(0) || dec(one.paid).plus(amount).lte(one.most)) return [];
    const left = dec(one.most).minus(one.paid);
    const owed = (left.lt(0) ? dec(0) : left).toFixed(2);
    const name = `${label}${one.no}`;
    return sayAmount(c, `${name}尚欠${owed}，不能付款${amount}`, `${name}的付款超过尚欠金额`);
  };
  const found = [
    ...orders.flatMap((o) => problem("采购单", o, (p) => p.poId === o.id && p.bizType === "po")),
    ...bills.flatMap((b) => problem("物流账单", b, (p) => p.billId === b.id)),
  ];
  return found[0];
}
