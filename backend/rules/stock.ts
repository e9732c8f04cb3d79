import type { RuleContext } from "../documents/rules";

/**
 * Good stock of SKUs in a warehouse that nobody reserved, in pieces. There is no stock before the
 * warehouse documents: everything is 0.
 */
export const availableStock = async (
  _c: RuleContext,
  _warehouseId: string,
  skuIds: string[],
): Promise<Map<string, number>> => new Map(skuIds.map((id) => [id, 0]));
