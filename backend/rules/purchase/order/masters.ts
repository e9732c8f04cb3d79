import type { RuleContext } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";

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
