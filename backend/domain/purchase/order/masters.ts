import { requireSeller } from "#backend/domain/supplier/usable";
import type { RuleContext } from "#backend/engine/documents";
import { invalid } from "#backend/platform/http";
import type { DraftOf, HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";

type MasterOrder = HeadOf<typeof purchaseOrder>;
type MasterTerms = Pick<MasterOrder, "settleMethod" | "depositRate" | "balanceTrigger" | "periodDays" | "tradeTerm">;

/** What an order takes from its supplier. */
export interface Supplier extends MasterTerms {
  name: string;
  taxRate: string;
}

/**
 * A supplier that may get new orders, share-locked.
 * @throws Refusal 400 at the supplier
 */
export async function requireSupplier(c: RuleContext, id: string | null | undefined): Promise<Supplier> {
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
  before: MasterOrder | undefined,
  supplier: Supplier,
): MasterTerms {
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

/** A master that an order names and that new documents may not name any more. */
interface Disabled {
  name: string;
  field: string;
}

/** Which of company and warehouse is no longer in use. */
export const disabledMaster = (
  { sql }: RuleContext,
  order: { companyId?: string | null; warehouseId?: string | null },
) =>
  sql.one<Disabled>(
    `select name, 'companyId' as field from company where id = $1 and not enabled
     union all select name, 'warehouseId' from warehouse where id = $2 and not enabled limit 1`,
    [order.companyId ?? null, order.warehouseId ?? null],
  );

/** @throws Refusal 400 {name} 已停用 */
export function requireEnabled(disabled: Disabled | undefined) {
  if (!disabled) return;
  const message = `${disabled.name} 已停用`;
  throw invalid(message, { [disabled.field]: message });
}
