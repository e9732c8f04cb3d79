import { office } from "#backend/domain/product/product.testing";
import { type TestBackend, testBackend } from "../../../../tests/harness";

export const IN = "/wms/otherin";
export const OUT = "/wms/otherout";

type Body = Record<string, unknown>;
type Name = "other_in" | "other_out";

/** A warehouse with four SKUs and nothing in it; goods come and go by other_in and other_out. */
export async function openStockroom() {
  const backend: TestBackend = await testBackend();
  const { db } = backend;
  const o = office(backend);
  const idOf = async (sql: string) => (await db.one<{ id: string }>(sql))?.id ?? "";
  const warehouseId = await idOf("select id from warehouse where code = 'WH-SZ'");
  const skus = (
    await db.query<{ id: string }>(
      `insert into sku (sku_code, name, status, sku_type, unit)
       select 'OTH0001-0' || n, '货品' || n, 'approved', 'normal', 'pcs' from generate_series(1, 4) n
       returning id`,
    )
  ).map((r) => r.id);
  const clerk = o.as("warehouse");
  const api = (name: Name) => (name === "other_in" ? IN : OUT);
  /** Each item is [SKU index, good, bad, more]. */
  type Item = [sku: number, good: number, bad?: number, more?: Body];
  const form = (items: Item[], more: Body): Body => ({
    warehouseId,
    reason: "盘点后调整库存",
    items: items.map(([sku, goodQty, badQty = 0, own]) => ({ skuId: skus[sku], goodQty, badQty, ...own })),
    ...more,
  });
  const inForm = (items: Item[], more: Body = {}) => form(items, { inType: "adjust", ...more });
  const outForm = (items: Item[], more: Body = {}) => form(items, { outType: "loss", ...more });
  const add = async (name: Name, body: Body) => (await clerk.add(api(name), body)).id;
  const act = (name: Name, id: string, action: string, body: Body = {}) => clerk.act(api(name), id, action, body);
  /** Submitted and approved by everyone it takes. */
  const approved = async (name: Name, body: Body) => {
    const id = await add(name, body);
    await o.submit("warehouse", name, api(name), id);
    return id;
  };
  const done = async (name: Name, body: Body) => {
    const id = await approved(name, body);
    o.good(await act(name, id, "confirm"));
    return id;
  };
  const refused = async (answer: Promise<{ body: { msg?: string | null } }>) => (await answer).body.msg;
  const save = (name: Name, body: Body) => refused(clerk.send("POST", api(name), body));
  const stock = (sku = 0) =>
    db.one<Body>(
      `select good_qty as good, bad_qty as bad, available_qty as free,
         available_bad_qty as "freeBad", stock_value::text as value
       from stock where warehouse_id = $1 and sku_id = $2`,
      [warehouseId, skus[sku]],
    );
  const read = (name: Name, id: string) => o.as("admin").read<Body & { items: Body[] }>(api(name), id);
  return {
    backend,
    db,
    o,
    clerk,
    warehouseId,
    skus,
    inForm,
    outForm,
    add,
    act,
    approved,
    done,
    refused,
    save,
    stock,
    read,
  };
}

export type Stockroom = Awaited<ReturnType<typeof openStockroom>>;
