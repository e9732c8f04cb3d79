import { fulfillmentChannels } from "#documents/order/platform-words";
import { type Leaf, leavesOf, type Tree } from "#documents/order/rule/tree";
import type { FactName } from "#documents/order/rule/words";
import type { RuleContext } from "../../../documents/rules";
import { attributeOf } from "./actions";

/** What exists of the codes that a condition names; `$1` is the tenant, `$2` the codes. */
const KNOWN: Partial<Record<FactName, string>> = {
  storeId:
    "select store_code as v from store where tenant_id = $1 and del_flag = 0 and store_code = any($2)",
  siteCode:
    "select site_code as v from site where tenant_id = $1 and del_flag = 0 and site_code = any($2)",
  warehouseId:
    "select code as v from warehouse where tenant_id = $1 and del_flag = 0 and code = any($2)",
  skuCode:
    "select sku_code as v from sku where tenant_id = $1 and del_flag = 0 and sku_code = any($2)",
  category: `select unnest(array[value, label]) as v from sys_dict_item
    where tenant_id = $1 and del_flag = 0 and dict_type = 'product_category'
      and (value = any($2) or label = any($2))`,
};

const FIXED: Partial<Record<FactName, (value: string) => boolean>> = {
  attribute: (v) => attributeOf(v) !== undefined,
  fulfillmentChannel: (v) => Object.hasOwn(fulfillmentChannels, v),
  orderSource: (v) => ["platform", "manual", "reship", "sample"].includes(v),
  shipCountry: (v) => /^[A-Z]{2}$/.test(v),
};

async function lost({ sql, tenantId }: RuleContext, { field, values }: Leaf) {
  const fixed = FIXED[field];
  if (fixed) return values.find((v) => !fixed(v));
  const text = KNOWN[field];
  if (!text) return undefined;
  const found = await sql.query<{ v: string }>(text, [tenantId, values]);
  return values.find((v) => !found.some((row) => row.v === v));
}

/** The condition that names something that is not there, and its place among the conditions. */
export async function lostValue(
  c: RuleContext,
  tree: Tree,
): Promise<{ leaf: number; value: string } | undefined> {
  for (const [leaf, asked] of leavesOf(tree).entries()) {
    const value = await lost(c, asked);
    if (value !== undefined) return { leaf, value };
  }
  return undefined;
}
