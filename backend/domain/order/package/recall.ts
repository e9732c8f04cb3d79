import { type RuleContext, transition } from "#backend/engine/documents";
import { packageOrder } from "#documents/order/package-order";
import { lockOrdersOf } from "../state/packed";
import { ask, DROP, RECALL, waiting } from "./ask";
import { giveUp, stays } from "./back";
import { cancelPackages } from "./hold";
import { packagesOf } from "./packages";
import { type PackagePlace, type PackageRow, placeOf } from "./place";

const lockFirst = async (c: RuleContext, id: string) => {
  await lockOrdersOf(c, id);
};

type RecallSent = Pick<PackageRow, "id" | "no" | "version" | "externalOrderNo" | "trackingNo">;

/** A number that a carrier gave is given back to it. */
const dropLabel = async (c: RuleContext, row: RecallSent, place: PackagePlace) => {
  if (!place.outside && place.connectorId && row.trackingNo) await ask(c, row, DROP, place.connectorId);
};

const intercept = transition(packageOrder, "intercept", {
  lockFirst,
  lock: async (c, row) => ({ place: await placeOf(c, row) }),
  guard({ row, place }) {
    const wait = waiting(row);
    if (wait) return wait;
    return place.outside && !place.connectorId && "仓库没有可用的连接，不能拦截";
  },
  async effect(c, { row, place }) {
    if (place.outside) return ask(c, row, RECALL, place.connectorId, "recall");
    await dropLabel(c, row, place);
    await stays(c, row, "拦截");
  },
});

const cancel = transition(packageOrder, "cancel", {
  lockFirst,
  guard: ({ row }) => waiting(row),
  effect: (c, { row }) => stays(c, row, "取消包裹"),
});

export const recalling = [intercept, cancel];

/**
 * Cancels what a locked order has in packages; those that were sent are called back first.
 * @returns `cancelled`: nothing of it is left. `asked`: warehouses must answer; the order ends by itself
 * once they gave everything back, and is an exception when one has shipped it. `left`: it has left.
 */
export async function cancelSent(
  c: RuleContext,
  orderId: string,
  reason: string,
): Promise<"cancelled" | "asked" | "left"> {
  const packages = (await packagesOf(c, orderId)).filter((p) => p.status !== "cancelled");
  if (packages.some((p) => ["shipped", "delivered", "returned"].includes(p.status))) return "left";
  let asked = false;
  for (const p of packages.filter((p) => p.status === "sent" || p.status === "labelled"))
    asked = (await callBack(c, p.id, reason)) || asked;
  if (asked) return "asked";
  await cancelPackages(c, orderId, reason);
  return "cancelled";
}

type Called = Pick<PackageRow, "id" | "no" | "version" | "status" | "task" | "storeId" | "warehouseId"> &
  Pick<PackageRow, "logisticsChannelId" | "externalOrderNo" | "trackingNo">;

/** @returns whether somebody outside has to answer first */
async function callBack(c: RuleContext, id: string, reason: string): Promise<boolean> {
  const row = await c.sql.one<Called & { shared: boolean }>(
    `select id, no, version, status, task, store_id as "storeId", warehouse_id as "warehouseId",
       logistics_channel_id as "logisticsChannelId", external_order_no as "externalOrderNo",
       tracking_no as "trackingNo", (select count(distinct order_id) > 1 from package_order_line
         where package_order_id = t.id and del_flag = 0) as shared
     from package_order t where id = $1`,
    [id],
  );
  if (!row) return false;
  const place = await placeOf(c, row);
  if (place.outside) {
    if (!row.task) await ask(c, row, RECALL, place.connectorId, "recall");
    return true;
  }
  await dropLabel(c, row, place);
  if (row.shared) await stays(c, row, reason);
  else await giveUp(c, row, reason);
  return false;
}
