import type { Sql } from "../../db/sql";
import { createDraft } from "../../documents/draft";
import type { RuleContext } from "../../documents/rules";
import { today as now } from "../../rules/money";
import { purchaseExchangeRules } from "../../rules/purchase/purchase-exchange";
import { purchaseReturnRules } from "../../rules/purchase/purchase-return";
import type { Chance } from "./random";

const REASONS = ["quality", "wrongGoods", "surplus"] as const;

interface Order {
  id: string;
  buyerId: string;
  buyer: string;
  deptId: string | null;
  lineId: string;
}

const asBuyer = (sql: Sql, order: Order): RuleContext => ({
  sql,
  tenantId: "1",
  caller: {
    ...{ userId: order.buyerId, username: "", displayname: order.buyer, deptId: order.deptId },
    ...{ tenantId: "1", roles: [], permissions: new Set(["purchase_price_view"]) },
    scope: { kind: "all" },
  },
});

/**
 * Drafts of returns and exchanges. More than a draft they cannot be: nothing is received before the
 * warehouse documents exist, and what was not received cannot go back.
 */
export async function insertBacks(sql: Sql, chance: Chance, today: string): Promise<number> {
  const orders = await sql.query<Order>(
    `select o.id, o.buyer_id as "buyerId", u.displayname as buyer, u.dept_id as "deptId",
       (select l.id from purchase_order_line l where l.purchase_order_id = o.id and l.del_flag = 0
        order by l.line_no limit 1) as "lineId"
     from purchase_order o join sys_user u on u.id = o.buyer_id
     where o.status = 'executing' and o.del_flag = 0 and exists (
       select 1 from delivery_line d join delivery h on h.id = d.delivery_id
         join purchase_order_line l on l.id = d.po_line_id
       where l.purchase_order_id = o.id and h.status = 'shipped')
     order by o.id limit 6`,
  );
  // Their rules look at the clock, whatever day the data ends on.
  const expectDate = today > now() ? today : now();
  for (const [i, order] of orders.entries()) {
    const c = asBuyer(sql, order);
    const reason = chance.pick(REASONS, `back:${i}`);
    const badQty = 1 + chance.below(5, `back:${i}:qty`);
    const items = [{ poLineId: order.lineId, badQty, goodQty: 0 }];
    if (i % 2)
      await createDraft(c, "purchase_exchange", purchaseExchangeRules, {
        poId: order.id,
        reason,
        expectDate,
        items,
      });
    else
      await createDraft(c, "purchase_return", purchaseReturnRules, {
        poId: order.id,
        returnMode: i % 4 ? "replenish" : "deduct",
        expectReplenishDate: i % 4 ? expectDate : null,
        returnReason: reason,
        items,
      });
  }
  return orders.length;
}
