import { purchaseContract } from "#documents/purchase/purchase-contract";
import { link } from "../../../documents/around/chain";
import { namedRefs } from "../../../documents/reading/named-refs";
import { rules } from "../../../documents/written";
import { contractNoOf } from "../../../values/contract-no";
import { chosenOrders, contractTotals, fillOrderLines, requireOrders } from "./orders";
import { pictureOf } from "./picture";
import { followTerms, generatedOf, termsOf } from "./terms";
import { transitions } from "./transitions";

/** What is paid of deposits of its orders, or of the rest. */
const paidOf = (deposit: "=" | "<>") =>
  `coalesce((select sum(l.settled_amount) from payment_request_line l
      join payment_request r on r.id = l.payment_request_id
      join purchase_contract_order k on k.po_id = l.po_id and k.del_flag = 0
    where k.purchase_contract_id = t.id and l.biz_type = 'po' and l.del_flag = 0
      and r.del_flag = 0 and r.request_type ${deposit} 'deposit'), 0)`;

/** 采购合同 (supply.md 3). */
export const purchaseContractRules = rules(purchaseContract, {
  expressions: {
    depositPaid: paidOf("="),
    balancePaid: paidOf("<>"),
    contractNo: contractNoOf("t"),
  },
  filters: {
    poId: (value) => {
      const { sql, values } = namedRefs("purchase_order", value);
      return {
        sql: `exists (select 1 from purchase_contract_order l where l.purchase_contract_id = t.id
          and l.del_flag = 0 and l.po_id in ${sql})`,
        values,
      };
    },
  },
  async prefill(c, { poId: ids = [] }) {
    const chosen = await chosenOrders(
      c,
      ids.map((poId) => ({ poId })),
    );
    requireOrders(chosen);
    const template = await c.sql.one<{ id: string; name: string }>(
      `select id, name from contract_template
       where tenant_id = $1 and contract_type = $2 and enabled and del_flag = 0 order by id limit 1`,
      [c.tenantId, chosen.orders[0]?.taxType ?? "tax"],
    );
    return {
      templateId: template?.id,
      templateName: template?.name,
      signPlace: "深圳",
      orders: chosen.orders.map((o) => ({
        poId: o.id,
        $poId: o.no,
        poNo: o.no,
        ...(c.caller.permissions.has("purchase_price_view") && { amount: o.orderAmount }),
      })),
    };
  },
  enrichOne: pictureOf,
  async beforeSave(c, next, before) {
    const lines = next.orders ?? before?.orders ?? [];
    if (!lines.length) return;
    const chosen = await chosenOrders(c, lines, before?.id);
    requireOrders(chosen);
    await fillOrderLines(c, lines, chosen.orders);
    const totals = await contractTotals(c, chosen.orders);
    const whole = { ...before, ...next };
    const now = await termsOf(c, whole.templateId, totals, chosen.orders);
    const terms = followTerms(whole, generatedOf(before?.generated), now);
    Object.assign(next, totals, terms, { generated: now, orders: lines });
    if (!before) next.supplement = 0;
  },
  async afterSave(c, id, { orders = [] }) {
    for (const { poId } of orders)
      if (poId)
        await link(c, { type: "purchase_order", id: poId }, { type: "purchase_contract", id });
  },
  transitions,
});
