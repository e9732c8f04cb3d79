import { openingRules } from "#backend/domain/finance/opening/opening";
import { patch, rules, transition } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { unmapped } from "#documents/base/connect/unmapped";
import { packageOrderRules } from "./package/package-order";
import { broughtOrders } from "./platform/opening";
import { pairListings } from "./platform/pair-listings";
import { platformOrderRules } from "./platform/platform-order";
import { storeSyncRules } from "./platform/store-sync";
import { orderRuleRules } from "./rule/order-rule";
import { salesOrderRules } from "./sales/sales-order";

/** The group that sold this SKU last. */
const groupOf = async (sql: { one<T>(text: string, values: unknown[]): Promise<T | undefined> }, skuId: string) =>
  (
    await sql.one<{ id: string }>(
      `select group_id as id from sku_listing where sku_id = $1 and group_id is not null
         and del_flag = 0 order by id desc limit 1`,
      [skuId],
    )
  )?.id;

const resolve = transition(unmapped, "resolve", {
  guard: ({ row }) => !row.storeId && "没有店铺，不能处理",
  async effect(c, { row }, { skuId, groupId }) {
    await patch(c, unmapped, row.id, { skuId });
    if (!row.storeId) return;
    const group = groupId ?? (await groupOf(c.sql, skuId));
    if (!group) throw invalidAt("groupId", "请选择小组");
    await pairListings(c, row.storeId, [{ sellerSku: row.code ?? "", skuId, asin: null }], group);
  },
});

/** 待映射: a name that is resolved is known from then on, and what waited for it goes on. */
const unmappedRules = rules(unmapped, { transitions: [resolve] });

/** What documents of this module do. */
export const orderRuleSet = [
  platformOrderRules,
  storeSyncRules,
  salesOrderRules,
  packageOrderRules,
  orderRuleRules,
  unmappedRules,
  // Some of what a company brings along are orders of platforms.
  openingRules(broughtOrders),
];
