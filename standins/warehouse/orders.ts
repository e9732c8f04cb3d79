import { z } from "zod";
import { receiver, takeParcel } from "../carrier/carrier";
import type { Label } from "../carrier/label";
import { parcelOf } from "../carrier/services";
import { type Answer, type Ask, Fault, type Route } from "../http/words";
import type { WarehouseOrder } from "../world/warehouse";
import { nextOf, type World } from "../world/world";

const text = z.string().min(1).max(100);
const posted = z.object({
  referenceNo: text,
  channelCode: text,
  receiver,
  lines: z
    .array(z.object({ code: text, qty: z.number().int().min(1).max(9999) }))
    .min(1)
    .max(500),
});

const MOST_ORDERS = 100_000;

function ordered(world: World, no: string): WarehouseOrder {
  const found = world.warehouseOrders[no];
  if (!found) throw new Fault(404, "订单不存在");
  return found;
}

/** It left: what it held is gone from the shelf. */
export function shipOrder(world: World, no: string): WarehouseOrder {
  const found = ordered(world, no);
  if (found.state === "shipped") return found;
  if (found.state !== "labelled") throw new Fault(409, "订单还没有面单");
  found.state = "shipped";
  for (const { code, qty } of found.lines) {
    const product = world.products[code];
    if (product) product.onHand = Math.max(product.onHand - qty, 0);
  }
  return found;
}

/** Weight, number and label come when the packers had the order in their hands. */
function pack(world: World, order: WarehouseOrder): void {
  const grams = order.lines.reduce((sum, l) => sum + l.qty * (world.products[l.code]?.weightG ?? 500), 0);
  const parcel = parcelOf(world, order.channelCode, grams / 1000);
  Object.assign(order, parcel, { state: "labelled" });
  const { account, referenceNo, channelCode, receiver: to, freightCurrency } = order;
  takeParcel(world, { account, referenceNo, channelCode, receiver: to, freightCurrency, ...parcel });
}

function make(world: World, { account, body }: Ask): string {
  const said = posted.parse(body);
  const all = Object.values(world.warehouseOrders);
  if (all.length >= MOST_ORDERS) throw new Fault(400, "订单过多");
  if (all.some((o) => o.referenceNo === said.referenceNo && o.state !== "cancelled"))
    throw new Fault(409, `参考号 ${said.referenceNo} 已存在`);
  for (const { code } of said.lines) {
    const product = world.products[code];
    if (!product) throw new Fault(400, `商品 ${code} 不存在`);
    if (product.state !== "approved") throw new Fault(400, `商品 ${code} 未审核通过`);
  }
  const orderNo = `G${String(nextOf(world)).padStart(8, "0")}`;
  world.warehouseOrders[orderNo] = {
    account,
    orderNo,
    ...said,
    state: "created",
    trackingNo: null,
    carrierCode: null,
    weightKg: null,
    freight: null,
    freightCurrency: "USD",
  };
  return orderNo;
}

/** Orders to the warehouse, from making to cancelling. */
export function orderRoutes(world: World, draw: (label: Label) => Answer): Route[] {
  const own = ({ path }: Ask) => ordered(world, path[0] ?? "");
  return [
    { method: "POST", path: /^\/orders$/, run: (ask) => ({ json: { orderNo: make(world, ask) } }) },
    {
      method: "GET",
      path: /^\/orders\/([^/]+)$/,
      run(ask) {
        const order = own(ask);
        if (order.state === "created") pack(world, order);
        const { account, receiver: _to, lines, channelCode, ...told } = order;
        return { json: told };
      },
    },
    {
      method: "GET",
      path: /^\/orders\/([^/]+)\/label$/,
      run(ask) {
        const { trackingNo, carrierCode, ...rest } = own(ask);
        if (!trackingNo || !carrierCode) throw new Fault(409, "面单还没有生成");
        return draw({ ...rest, trackingNo, carrierCode });
      },
    },
    {
      method: "POST",
      path: /^\/orders\/([^/]+)\/cancel$/,
      run(ask) {
        const order = own(ask);
        if (order.state === "shipped") throw new Fault(409, "仓库已出库，拦截失败");
        order.state = "cancelled";
        if (order.trackingNo) delete world.shipments[order.trackingNo];
        return { json: {} };
      },
    },
  ];
}
