import { office } from "#backend/domain/product/product.testing";
import { uploadEvidence } from "../../../../tests/evidence";
import type { TestBackend } from "../../../../tests/harness";

export const PLAN = "/purchase/deliveryplan";
export const DELIVERY = "/purchase/delivery";

/** yyyy-MM-dd in Shanghai, `days` from today. */
export const day = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

export interface Order {
  id: string;
  no: string;
  /** Line ids in their order. */
  lines: string[];
}

/**
 * A place where orders run: a supplier, SKUs, warehouses. Orders are put there as their own documents
 * leave them, for what follows them is what is tested.
 */
export async function dock(backend: TestBackend) {
  const { db } = backend;
  await uploadEvidence(db);
  const one = async (sql: string, values: unknown[] = []) =>
    (await db.one<{ id: string }>(`${sql} returning id`, values))?.id ?? "";
  const supplier = (n: number, rate: string | null = null) =>
    one(
      `insert into supplier (no, name, status, currency, over_receipt_rate, address)
       values ($1, $2, 'approved', 'CNY', $3, '深圳市示例路1号')`,
      [`GY-T${n}`, `送货供应商${n}`, rate],
    );
  const supplierId = await supplier(1);
  const skus: string[] = [];
  for (const n of [1, 2])
    skus.push(
      await one(
        `insert into sku (sku_code, name, status, sku_type, unit, pcs_per_carton, gross_weight_g,
           pkg_length_cm, pkg_width_cm, pkg_height_cm)
         values ($1, $2, 'approved', 'normal', 'pcs', 10, 500, 20, 10, 10)`,
        [`DLV0001-0${n}`, `货品${n}`],
      ),
    );
  const warehouses = await db.query<{ id: string }>(
    "select id from warehouse where kind = 'domestic' order by id limit 2",
  );
  let serial = 0;
  const order = async (
    quantities: readonly number[],
    more: { status?: string; supplierId?: string; warehouse?: number } = {},
  ): Promise<Order> => {
    const no = `CG-T${++serial}`;
    const id = await one(
      `insert into purchase_order (no, status, supplier_id, warehouse_id, currency, rate, expect_date,
         order_type, tax_type, buyer_id)
       values ($1, $2, $3, $4, 'CNY', 1, $5, 'packing', 'tax',
         (select id from sys_user where username = 'buyer'))`,
      [no, more.status ?? "executing", more.supplierId ?? supplierId, warehouses[more.warehouse ?? 0]?.id, day(10)],
    );
    const lines: string[] = [];
    for (const [i, qty] of quantities.entries())
      lines.push(
        await one(
          `insert into purchase_order_line (purchase_order_id, line_no, sku_id, qty, price, tax_rate)
           values ($1, $2, $3, $4, 25.45, 13)`,
          [id, i + 1, skus[i % 2], qty],
        ),
      );
    return { id, no, lines };
  };
  const o = office(backend);
  const buyer = o.as("buyer");
  const planForm = (po: Order, items: [line: number, qty: number, days?: number][]) => ({
    poId: po.id,
    items: items.map(([line, planQty, days = 5]) => ({ poLineId: po.lines[line], planQty, planDate: day(days) })),
  });
  const deliveryForm = (items: Record<string, unknown>[], more: Record<string, unknown> = {}) => ({
    deliveryType: "normal",
    shipDate: day(0),
    expectArriveDate: day(2),
    transportMode: "supplier",
    items: items.map((item) => ({ cartons: Math.ceil(Number(item.qty) / 10), pcsPerCarton: 10, ...item })),
    ...more,
  });
  const send = async (items: Record<string, unknown>[], more: Record<string, unknown> = {}) =>
    (await buyer.add(DELIVERY, deliveryForm(items, more))).id;
  const plan = async (po: Order, items: [line: number, qty: number, days?: number][]) =>
    (await buyer.add(PLAN, planForm(po, items))).id;
  const confirmed = async (po: Order, items: [line: number, qty: number, days?: number][]) => {
    const id = await plan(po, items);
    o.good(await buyer.act(PLAN, id, "confirm"));
    return id;
  };
  const quantities = (lineId: string | undefined) =>
    db.one<{ plan: number; delivered: number }>(
      "select plan_qty as plan, delivered_qty as delivered from purchase_order_line where id = $1",
      [lineId],
    );
  return { ...o, buyer, supplier, supplierId, order, planForm, deliveryForm, plan, confirmed, send, quantities, db };
}

export type Dock = Awaited<ReturnType<typeof dock>>;
