import type { RuleContext } from "../../../documents/rules";

/** Why an amount of an order is too much: `named` tells what there is, to whoever may see prices. */
export const sayAmount = (
  { caller }: Pick<RuleContext, "caller">,
  named: string,
  plain: string,
): string => (caller.permissions.has("purchase_price_view") ? named : plain);
