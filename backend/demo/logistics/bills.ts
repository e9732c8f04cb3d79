import type { Sql } from "#backend/platform/db";
import { logisticsBill } from "#documents/logistics/logistics-bill";
import { act, approveAll, asSystem, draft, personAt, startFrom } from "../acting";

/** Transfers that a carrier took, whose freight is known. */
const transfers = (sql: Sql) =>
  sql.query<{ id: string; providerId: string; freight: string }>(
    `select id, logistics_provider_id as "providerId",
       round(greatest(freight_cny, 200) * 1.03, 2)::text as freight
     from transfer where logistics_provider_id is not null and del_flag = 0
       and status in ('shipped', 'partReceived', 'done', 'closed') order by id limit 6`,
  );

/** Deliveries whose freight is ours. */
const deliveries = (sql: Sql) =>
  sql.query<{ id: string; freight: string; supplierId: string }>(
    `select d.id, round(d.freight_amount * 1.02, 2)::text as freight,
       (select max(id) from supplier where supplier_type = 'logistics' and status = 'approved')
         as "supplierId"
     from delivery d where d.status = 'signed' and d.freight_amount > 0
       and d.freight_currency = 'CNY' and d.del_flag = 0 order by d.id limit 1`,
  );

/** Logistics bills: two entered, three on their way, a draft, one for a delivery. */
export async function insertBills(sql: Sql, today: string): Promise<number> {
  const system = asSystem(sql);
  const person = await personAt(system, "logistics");
  const permissions = new Set([...person.caller.permissions, "logistics_transfer_view", "purchase_delivery_view"]);
  const clerk = { ...person, caller: { ...person.caller, permissions } };
  let count = 0;
  const add = async (from: Record<string, string>, supplierId: string, freight: string) => {
    const form = await startFrom(clerk, logisticsBill, from);
    const lines = Array.isArray(form.items) ? form.items : [];
    count++;
    return draft(clerk, logisticsBill, {
      ...form,
      supplierId,
      currency: "CNY",
      billDate: today,
      billNo: `WL${today.replaceAll("-", "").slice(2)}${10 + count}`,
      period: today.slice(0, 7).replace("-", ""),
      items: lines.map((line) => ({ ...line, amount: freight, taxAmount: "0" })),
    });
  };
  const enter = async (id: string) => {
    await act(clerk, "logistics_bill", id, "submit");
    await approveAll(system, "logistics_bill", id);
  };
  for (const [i, t] of (await transfers(sql)).entries()) {
    const { id } = await add({ transferIds: t.id }, t.providerId, t.freight);
    if (i < 2) await enter(id);
    else if (i !== 3) await act(clerk, "logistics_bill", id, "submit");
  }
  for (const d of await deliveries(sql)) await enter((await add({ deliveryIds: d.id }, d.supplierId, d.freight)).id);
  return count;
}
