import { office } from "#backend/domain/product/product.testing";
import { today } from "#backend/platform/values/calendar";
import { type TestBackend, testBackend } from "../../../../tests/harness";

export const RETURN = "/wms/fbareturn";
export const DISPOSAL = "/wms/fbadisposed";

type Body = Record<string, unknown>;
type Name = "fba_return" | "fba_disposal";
const apiOf = (name: Name) => (name === "fba_return" ? RETURN : DISPOSAL);

const FNSKU = (n: number) => `X0FBATEST${n}`;

/**
 * Three SKUs that the US store lists, with stock at the platform at 10.00, 20.00 and 0.333 a piece; a
 * fourth that it does not list.
 */
export async function openPlatform(pieces = 100) {
  const backend: TestBackend = await testBackend();
  const { db } = backend;
  const o = office(backend);
  const idOf = async (sql: string) => (await db.one<{ id: string }>(sql))?.id ?? "";
  const storeId = await idOf("select id from store where store_code = 'AMZ-US-1'");
  const fba = await idOf("select id from warehouse where code = 'FBA-US'");
  const to = await idOf("select id from warehouse where code = 'OS-LA'");
  const skus = (
    await db.query<{ id: string }>(
      `insert into sku (sku_code, name, status, sku_type, unit)
       select 'FBA0001-0' || n, '货品' || n, 'approved', 'normal', 'pcs' from generate_series(1, 4) n
       returning id`,
    )
  ).map((r) => r.id);
  await db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, fnsku, fulfillment_channel, group_id)
     select x.id, 1, $1, 'MSKU-' || x.n, 'X0FBATEST' || x.n, 'AFN', (select min(id) from ops_group)
     from unnest($2::bigint[]) with ordinality as x(id, n) where x.n <= 3`,
    [storeId, skus],
  );
  const admin = o.as("admin");
  const opening = await admin.add("/wms/otherin", {
    inType: "opening",
    warehouseId: fba,
    reason: "期初盘点数量",
    bizDate: today(-20),
    items: ["10", "20", "0.333"].map((unitCost, i) => ({
      skuId: skus[i],
      goodQty: pieces,
      badQty: pieces / 5,
      unitCost,
    })),
  });
  await o.submit("admin", "other_in", "/wms/otherin", opening.id);
  o.good(await admin.act("/wms/otherin", opening.id, "confirm"));

  /** Each item is [SKU index, pieces, sellable]. */
  const items = (rows: [sku: number, qty: number, sellable?: boolean][]) =>
    rows.map(([sku, requestedQty, sellable]) => ({
      skuId: skus[sku],
      requestedQty,
      disposition: sellable ? "sellable" : "unsellable",
    }));
  const returnForm = (rows: Parameters<typeof items>[0], more: Body = {}): Body => ({
    storeId,
    toWarehouseId: to,
    removalReason: "unsellable",
    items: items(rows),
    ...more,
  });
  const disposalForm = (rows: Parameters<typeof items>[0], more: Body = {}): Body => ({
    storeId,
    disposeReason: "unsellable",
    items: items(rows),
    ...more,
  });
  const act = (name: Name, id: string, action: string, body: Body = {}) => admin.act(apiOf(name), id, action, body);
  const read = (name: Name, id: string) => admin.read<Body & { items: (Body & { id: string })[] }>(apiOf(name), id);
  const approved = async (name: Name, body: Body) => {
    const { id } = await o.as("ops").add(apiOf(name), body);
    await o.submit("ops", name, apiOf(name), id);
    return id;
  };
  /** With the platform's number, which is that of the document unless given. */
  const submitted = async (name: Name, body: Body, removalOrderId?: string) => {
    const id = await approved(name, body);
    o.good(await act(name, id, "submitAmazon", { removalOrderId: removalOrderId ?? `RM-${id}` }));
    return id;
  };
  /** What is asked for each line, in their order; of one that nothing is asked of, an empty row. */
  const lines = async (name: Name, id: string, rows: readonly Body[]) => {
    const { items: own } = await read(name, id);
    const asked = rows.map((row, i) => ({ lineId: own[i]?.id, ...row }));
    return { items: asked.filter((row) => Object.keys(row).length > 1) };
  };
  const refused = async (answer: Promise<{ body: { msg?: string | null } }>) => (await answer).body.msg;
  const stock = (warehouseId: string, sku = 0) =>
    db.one<Body>(
      `select good_qty as good, bad_qty as bad, transit_qty as transit,
         available_qty as free, available_bad_qty as "freeBad",
         stock_value::text as value, transit_value::text as "onWay"
       from stock where warehouse_id = $1 and sku_id = $2`,
      [warehouseId, skus[sku]],
    );
  return {
    backend,
    db,
    o,
    storeId,
    fba,
    to,
    skus,
    returnForm,
    disposalForm,
    act,
    read,
    lines,
    approved,
    submitted,
    refused,
    stock,
    fnsku: FNSKU,
    save: (name: Name, body: Body) => refused(o.as("ops").send("POST", apiOf(name), body)),
  };
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>;
