import { asSystem } from "#backend/demo/acting";
import { office } from "#backend/domain/product/product.testing";
import type { RowOf } from "#documents/kit";
import type { inquiryOrder } from "#documents/purchase/inquiry-order";
import type { requisition as asked } from "#documents/purchase/requisition";
import type { requisitionCancel } from "#documents/purchase/requisition-cancel";
import type { turnRequisition } from "#documents/purchase/turn-requisition";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { orderSources, type SourceQty } from "../demand/order-sources";

export const REQ = "/purchase/requisition";
export const TURN = "/purchase/turnrequisition";
export const INQ = "/purchase/inquiry";
export const CANCEL = "/purchase/requisitioncancel";

type Body = Record<string, unknown>;

/** A backend with SKUs and suppliers, and shortcuts for the way from demand to award. */
export async function openSourcing(skuCount = 4) {
  const backend: TestBackend = await testBackend();
  const { db } = backend;
  const o = office(backend);
  /** Documents as their people read them. */
  const read = {
    requisition: (id: string): Promise<RowOf<typeof asked>> => o.as("ops").read(REQ, id),
    cancel: (id: string): Promise<RowOf<typeof requisitionCancel>> => o.as("ops").read(CANCEL, id),
    turn: (id: string): Promise<RowOf<typeof turnRequisition>> => o.as("buyer").read(TURN, id),
    inquiry: (id: string): Promise<RowOf<typeof inquiryOrder>> => o.as("buyer").read(INQ, id),
  };
  const userId = async (name: string) =>
    (await db.one<{ id: string }>("select id from sys_user where username = $1", [name]))?.id ?? "";
  const buyerId = await userId("buyer");
  const skus = (
    await db.query<{ id: string }>(
      `insert into sku (sku_code, sku_type, name, unit, status, purchase_price, create_by)
       select 'SRC0001-0' || n, 'normal', '测试品' || n, 'pcs', 'approved', 10 * n, 1
       from generate_series(1, $1) n returning id`,
      [skuCount],
    )
  ).map((r) => r.id);
  const suppliers = (
    await db.query<{ id: string }>(
      `insert into supplier (no, name, supplier_type, status, currency, tax_type, tax_rate, level,
         settle_method, buyer_id, create_by, address)
       select 'GY9900000' || n, '比价供应商' || n, 'goods', 'approved', 'CNY', 'special', 13, 'B', 'cod',
         $1, 1, '深圳' from generate_series(1, 4) n returning id`,
      [buyerId],
    )
  ).map((r) => r.id);
  const warehouse = async (code: string) =>
    (await db.one<{ id: string }>("select id from warehouse where code = $1", [code]))?.id ?? "";
  const warehouseId = await warehouse("WH-SZ");
  const otherWarehouseId = await warehouse("WH-YW");
  const storeId = (await db.one<{ id: string }>("select id from store order by id limit 1"))?.id;

  /** Counts lines of an order on their sources. */
  const order = (...lines: SourceQty[]) => db.tx((sql) => orderSources(asSystem(sql), lines));

  /** An approved requisition with these quantities, one line a SKU. */
  async function requisition(qtys: number[], more: Body = {}) {
    const req = await o
      .as("ops")
      .add(REQ, {
        reqType: "stock",
        storeId,
        warehouseId,
        expectDate: "2099-01-01",
        items: qtys.map((qty, i) => ({ skuId: skus[i], qty, estPrice: "1" })),
        ...more,
      });
    await o.submit("ops", "purchase_requisition", REQ, req.id);
    const { no, items } = await read.requisition(req.id);
    return { id: req.id, no, lines: items.map((l) => l.id) };
  }
  const turn = (items: Body[], more: Body = {}) =>
    o
      .as("buyer")
      .add(TURN, { buyerId, warehouseId, items: items.map((l) => ({ turnMode: "purchase", ...l })), ...more });
  /** An approved turn requisition of these lines. */
  async function turned(items: Body[]) {
    const { id } = await turn(items);
    await o.submit("buyer", "turn_requisition", TURN, id);
    const row = await read.turn(id);
    return { id, no: row.no, lines: row.items.map((l) => l.id) };
  }
  const inquiry = (items: Body[], more: Body = {}) =>
    o
      .as("buyer")
      .add(INQ, {
        buyerId,
        currency: "CNY",
        deadline: "2099-01-01 18:00:00",
        purpose: "order",
        items,
        suppliers: suppliers.slice(0, 3).map((supplierId) => ({ supplierId })),
        ...more,
      });
  return {
    backend,
    db,
    o,
    buyerId,
    skus,
    suppliers,
    warehouseId,
    otherWarehouseId,
    read,
    order,
    requisition,
    turn,
    turned,
    inquiry,
    token: (who: string) => login(backend.url, who),
    close: () => backend.close(),
  };
}

export type Sourcing = Awaited<ReturnType<typeof openSourcing>>;
