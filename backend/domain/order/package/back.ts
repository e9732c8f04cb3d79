import { sourceOf } from "#backend/domain/wms/other/lines";
import { createDraft, moveTo, patch, pick, type RuleContext } from "#backend/engine/documents";
import { release } from "#backend/ledgers/stock";
import { packageOrder } from "#documents/order/package-order";
import { salesOrder } from "#documents/order/sales-order";
import { orderBack, setException } from "../state/moves";
import { countPacked, lockOrdersOf } from "../state/packed";
import { cancelPackages } from "./hold";
import { type PackagePiece, putIn } from "./lines";
import { packagesOf } from "./packages";

export interface BackParcel {
  id: string;
  no: string;
  storeId: string | null;
  warehouseId: string | null;
  logisticsChannelId: string | null;
}

interface Inside {
  id: string;
  no: string;
  lines: PackagePiece[];
  /** Its platform cancelled it. */
  gone: boolean;
}

/** The orders that lie in a package with their pieces, the oldest first. */
const insideOf = ({ sql }: RuleContext, packageId: string) =>
  sql.query<Inside>(
    `select o.id, o.no, coalesce(p.status = 'Canceled', false) as gone,
       jsonb_agg(jsonb_build_object('orderLineId', l.order_line_id::text, 'skuId', l.sku_id::text,
         'qty', l.qty) order by l.line_no, l.id) as lines
     from package_order_line l join sales_order o on o.id = l.order_id
       left join platform_order p on p.id = o.platform_order_id
     where l.package_order_id = $1 and l.del_flag = 0 group by o.id, o.no, p.status order by o.id`,
    [packageId],
  );

/** What is left of an order that its platform cancelled goes too, once nothing of it is outside. */
async function endOrder(c: RuleContext, orderId: string): Promise<void> {
  const order = await pick(c, salesOrder, orderId, ["status"]);
  if (!order || ["partShipped", "shipped", "completed", "cancelled"].includes(order.status)) return;
  const packages = await packagesOf(c, orderId);
  if (packages.some((p) => !["draft", "reserved", "failed", "cancelled"].includes(p.status))) return;
  await cancelPackages(c, orderId, "平台取消");
  await moveTo(c, salesOrder, orderId, "cancelled", "平台取消");
  await patch(c, salesOrder, orderId, { exceptionCode: null, holdReason: null });
}

/** Gives back what a package holds; it is cancelled. Its row and its orders are locked. */
export async function giveUp(c: RuleContext, parcel: BackParcel, why: string) {
  await moveTo(c, packageOrder, parcel.id, "cancelled", why);
  await patch(c, packageOrder, parcel.id, { task: null });
  await release(c, sourceOf("package_order", parcel));
}

/**
 * A package stays in its warehouse: its stock is free again, its pieces go to a new draft, its orders
 * wait to be audited anew. Those that their platform cancelled end instead. Its row is locked.
 */
export async function stays(c: RuleContext, parcel: BackParcel, why: string): Promise<void> {
  await lockOrdersOf(c, parcel.id);
  const orders = await insideOf(c, parcel.id);
  await giveUp(c, parcel, why);
  const alive = orders.filter((o) => !o.gone);
  if (alive.length) {
    const { storeId, warehouseId, logisticsChannelId } = parcel;
    const draft = await createDraft(c, packageOrder, { storeId, warehouseId, logisticsChannelId });
    for (const order of alive) await putIn(c, draft.id, order, order.lines);
  }
  const ids = orders.map((o) => o.id);
  await countPacked(c, ids);
  await orderBack(
    c,
    alive.map((o) => o.id),
    why,
  );
  for (const { id } of orders.filter((o) => o.gone)) await endOrder(c, id);
}

/** Orders in a package that their platform cancelled, locked. */
async function goneIn(c: RuleContext, packageId: string): Promise<string[]> {
  await lockOrdersOf(c, packageId);
  return (await insideOf(c, packageId)).filter((o) => o.gone).map((o) => o.id);
}

/** Did the platform cancel something in a package meanwhile? */
export const isGone = async (c: RuleContext, packageId: string): Promise<boolean> =>
  (await goneIn(c, packageId)).length > 0;

/** A package never came to its warehouse: orders that their platform cancelled end. */
export async function endGone(c: RuleContext, packageId: string): Promise<void> {
  for (const id of await goneIn(c, packageId)) await endOrder(c, id);
}

/** It has left already: orders that their platform cancelled need somebody. Its row is locked. */
export async function leftAlready(c: RuleContext, packageId: string, why: string): Promise<void> {
  for (const id of await goneIn(c, packageId)) await setException(c, id, "SYNC", why);
}
