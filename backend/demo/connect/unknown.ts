import { seeUnknown } from "#backend/domain/order/feed/advance";
import { nextOrder, type Sql } from "#backend/platform/db";
import { unmapped } from "#documents/base/connect/unmapped";
import { act, asSystem, personAt } from "../acting";

/** Names that wait in the inbox; of more of them one is set aside and one is known by now. */
const WAITING = 6;

interface UnknownOrder {
  id: string;
  storeId: string;
  storeName: string;
}

/** What the marketplace named and nobody here knew: the newest orders tell of it. */
export async function insertUnknown(sql: Sql): Promise<number> {
  const c = asSystem(sql);
  const orders = await sql.query<UnknownOrder>(
    `select t.id, t.store_id as "storeId", s.store_name as "storeName" from platform_order t
       join store s on s.id = t.store_id where t.tenant_id = 1 and t.unpaired
     order by exists (select from connector x where x.store_id = t.store_id and x.enabled) desc,
       t.status = 'Unshipped' desc, t.purchase_time desc, t.id limit $1`,
    [WAITING + 2],
  );
  for (const order of orders) {
    nextOrder(sql);
    await seeUnknown(c, order.id, order);
  }
  const inbox = await sql.query<{ id: string; skuId: string | null }>(
    `select f.id, (select l.sku_id from sku_listing l where l.store_id = f.store_id and l.del_flag = 0
         and f.code in ('NEW-' || l.asin, 'NEW-' || l.msku) order by l.id limit 1) as "skuId"
     from feed_unmapped f where f.status = 'open' order by f.first_seen`,
  );
  const staff = await personAt(c, "order");
  // The newest one: what was sold of it is counted in months that are there already.
  const [aside, known] = inbox.length > WAITING + 1 ? [inbox[0], inbox.at(-1)] : [];
  if (aside) await act(staff, unmapped.name, aside.id, "ignore");
  if (known?.skuId) await act(staff, unmapped.name, known.id, "resolve", { skuId: known.skuId });
  return inbox.length;
}
