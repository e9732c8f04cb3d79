import type { DraftOf, HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import type { RuleContext } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";
import { requireSeller } from "../../supplier/usable";

type Order = HeadOf<typeof purchaseOrder>;
type Terms = Pick<
  Order,
  "settleMethod" | "depositRate" | "balanceTrigger" | "periodDays" | "tradeTerm"
>;

/** What an order takes from its supplier. */
export interface Supplier extends Terms {
  name: string;
  taxRate: string;
}

/**
 * A supplier that may get new orders, share-locked.
 * @throws Refusal 400 at the supplier
 */
export async function requireSupplier(
  c: RuleContext,
  id: string | null | undefined,
): Promise<Supplier> {
  const { name, level } = await requireSeller(c, id);
  const refuse = (message: string) => invalid(message, { supplierId: message });
  if (level === "D") throw refuse(`供应商 ${name} 等级为D，不能下新采购单`);
  const row = await c.sql.one<Supplier>(
    `select name, settle_method as "settleMethod", deposit_rate::text as "depositRate",
       balance_trigger as "balanceTrigger", period_days as "periodDays",
       coalesce(tax_rate, '0') as "taxRate", trade_term as "tradeTerm"
     from supplier where id = $1`,
    [id],
  );
  if (!row) throw refuse("供应商不存在");
  return row;
}

/** Terms that are not given come from the supplier, anew when the supplier changes. */
export function termsOf(
  next: DraftOf<typeof purchaseOrder>,
  before: Order | undefined,
  supplier: Supplier,
): Terms {
  const moved = next.supplierId && next.supplierId !== before?.supplierId;
  const kept = moved ? undefined : before;
  const foreign = (next.currency ?? before?.currency ?? "CNY") !== "CNY";
  return {
    settleMethod: next.settleMethod ?? kept?.settleMethod ?? supplier.settleMethod,
    depositRate: next.depositRate ?? kept?.depositRate ?? supplier.depositRate,
    balanceTrigger: next.balanceTrigger ?? kept?.balanceTrigger ?? supplier.balanceTrigger,
    periodDays: next.periodDays ?? kept?.periodDays ?? supplier.periodDays,
    tradeTerm: next.tradeTerm ?? kept?.tradeTerm ?? (foreign ? supplier.tradeTerm : null),
  };
}
