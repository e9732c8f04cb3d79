import { office } from "#backend/domain/product/product.testing";
import { IN } from "#backend/domain/wms/stock/stockroom.testing";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { InputOf, RowOf } from "#documents/kit";
import { freightTemplate } from "#documents/logistics/freight-template";
import type { transfer } from "#documents/logistics/transfer";
import { actAs } from "../../../../tests/acting";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { addTemplate, forwarder, templateValues } from "../freight/freight.testing";

export const TRANSFER = "/logistics/transfer";

type Body = Record<string, unknown>;
export type Pack = NonNullable<InputOf<typeof transfer, "pack">["boxes"]>;

/** Warehouses of the seed, two SKUs with cartons and listings, a forwarder with the template of A.2. */
export async function openYard(given?: TestBackend) {
  const backend = given ?? (await testBackend());
  const { db } = backend;
  const o = office(backend);
  const idOf = async (sql: string, values: unknown[] = []) => (await db.one<{ id: string }>(sql, values))?.id ?? "";
  const place = (code: string) => idOf("select id from warehouse where code = $1", [code]);
  const from = await place("WH-SZ");
  const fba = await place("FBA-US");
  const skus: string[] = [];
  for (const [i, [length, kg, per]] of [
    [50, 12, 30],
    [60, 15, 20],
  ].entries())
    skus.push(
      await idOf(
        `insert into sku (sku_code, name, status, sku_type, unit, pcs_per_carton, gross_weight_g,
           carton_length_cm, carton_width_cm, carton_height_cm, carton_weight_kg)
         values ($1, $2, 'approved', 'normal', 'pcs', $3, 400, $4, 40, 40, $5) returning id`,
        [`TRF0001-0${i + 1}`, `调拨品${i + 1}`, per, length, kg],
      ),
    );
  const storeId = await idOf("select store_id as id from warehouse where id = $1", [fba]);
  for (const [i, sku] of skus.entries())
    await db.query(
      `insert into sku_listing (sku_id, store_id, msku, fnsku, fulfillment_channel, listing_status)
       values ($1, $2, $3, $4, 'AFN', 'active')`,
      [sku, storeId, `MSKU-${i + 1}`, `X00000000${i + 1}`],
    );
  const logisticsProviderId = await forwarder(db, "调拨货代");
  const freightTemplateId = await db.tx(async (sql) => {
    const c = actAs(sql);
    const { id } = await addTemplate(c, templateValues(logisticsProviderId, "A.2"));
    await perform(c, freightTemplate, id, "enable", {}, { trusted: true });
    return id;
  });
  const clerk = o.as("logistics");
  const keeper = o.as("admin");
  /** Stock by an 其他入库 at a unit cost. */
  const fill = async (sku: number, goodQty: number, unitCost: string, warehouseId = from) => {
    const items = [{ skuId: skus[sku], goodQty, badQty: 0, unitCost }];
    const body = { inType: "adjust", warehouseId, reason: "盘点后调整库存", items };
    const { id } = await o.as("warehouse").add(IN, body);
    await o.submit("warehouse", "other_in", IN, id);
    o.good(await o.as("warehouse").act(IN, id, "confirm"));
  };
  let serial = 0;
  const form = (items: [sku: number, good: number, bad?: number][], more: Body = {}): Body => ({
    transferType: "3",
    fromWarehouseId: from,
    toWarehouseId: fba,
    logisticsProviderId,
    freightTemplateId,
    feeShareType: "weight",
    shipmentId: `FBA176M2${String(++serial).padStart(4, "0")}`,
    items: items.map(([sku, goodQty, badQty = 0]) => ({ skuId: skus[sku], goodQty, badQty })),
    ...more,
  });
  const add = async (body: Body) => (await clerk.add(TRANSFER, body)).id;
  const act = (id: string, action: string, body: Body = {}) => clerk.act(TRANSFER, id, action, body);
  const approved = async (body: Body) => {
    const id = await add(body);
    await o.submit("logistics", "transfer", TRANSFER, id);
    return id;
  };
  const done = async (id: string, action: string, body: Body = {}) => o.good(await act(id, action, body));
  const refused = async (answer: Promise<{ body: { msg?: string | null } }>) => (await answer).body.msg;
  const read = (id: string): Promise<RowOf<typeof transfer>> => keeper.read(TRANSFER, id);
  const pool = (sku: number, warehouseId = from) =>
    db.one<Body>(
      `select good_qty as good, bad_qty as bad, available_qty as free, transit_qty as way,
         stock_value::text as value, transit_value::text as "wayValue"
       from stock where warehouse_id = $1 and sku_id = $2`,
      [warehouseId, skus[sku]],
    );
  return {
    backend,
    db,
    o,
    clerk,
    from,
    fba,
    place,
    skus,
    storeId,
    fill,
    form,
    add,
    act,
    approved,
    done,
    refused,
    read,
    pool,
  };
}

export type Yard = Awaited<ReturnType<typeof openYard>>;
