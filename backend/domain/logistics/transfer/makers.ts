import type { RuleContext } from "#backend/engine/documents";
import { toFba } from "./places";

/**
 * Operators send goods to Amazon, keepers move them among the inland warehouses that they keep (other
 * warehouses cannot be named by them); all other ways belong to logistics.
 * @returns why a transfer of this type is not the caller's
 */
export function notTheirs(
  { caller: { permissions } }: Pick<RuleContext, "caller">,
  type: string | null | undefined,
): string | undefined {
  const may = (action: string) => permissions.has(`logistics_transfer_${action}`);
  if (!may("add")) return undefined;
  if (!may("ship")) return toFba(type) ? undefined : "运营只能创建发往FBA的调拨单";
  if (may("reverse") || type === "1") return undefined;
  return "仓管只能创建国内仓调拨";
}
