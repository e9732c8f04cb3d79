import { afterAll, beforeAll, expect, test } from "vitest";
import { addTemplate, forwarder, templateValues } from "#backend/domain/logistics/freight/freight.testing";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleContext } from "#backend/engine/documents/rules";
import type { Database } from "#backend/platform/db/sql";
import { freightTemplate } from "#documents/logistics/freight-template";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { writeFreight } from "./freight";

let db: Database;
let templateId: string;
const act = <T>(work: (c: RuleContext) => Promise<T>) => db.tx((sql) => work(actAs(sql)));
beforeAll(async () => {
  db = await testDatabase();
  const provider = await forwarder(db, "尾程");
  templateId = await act(async (c) => {
    const items = [
      { kind: "tier", fromQty: "0", unitPrice: "10" },
      { kind: "surcharge", name: "超尺寸", calcType: "fixed", value: "90", condition: "oversize" },
    ];
    const { id } = await addTemplate(c, { ...templateValues(provider, "尾程"), items });
    await perform(c, freightTemplate, id, "enable", {}, { trusted: true });
    return id;
  });
});
afterAll(() => db.close());

/** A package of one piece of 30 × 20 × 10 cm and 0.4 kg to a country. */
const packed = (orderId: string, no: string, country: string) =>
  db.query(
    `with k as (
       insert into sku (sku_code, name, status, sku_type, unit, gross_weight_g, pkg_length_cm,
         pkg_width_cm, pkg_height_cm) values ($2, $2, 'approved', 'normal', 'pcs', 400, 30, 20, 10)
       returning id),
     h as (
       insert into logistics_channel (tenant_id, code, name, carrier_code, countries,
         freight_template_id, enabled) values (1, $2, $2, 'UPS', '{US}', $4, true) returning id),
     p as (
       insert into package_order (tenant_id, no, status, logistics_channel_id, receiver_country)
       select 1, $2, 'draft', id, $3 from h returning id)
     insert into package_order_line (tenant_id, package_order_id, line_no, order_id, sku_id, qty)
     select 1, p.id, 1, $1::bigint, k.id, 1 from p, k`,
    [orderId, no, country, templateId],
  );

const estimated = async (orderId: string) => {
  await act((c) => writeFreight(c, orderId));
  const order = await db.one<{ freight: string | null }>(
    "select est_freight::text as freight from sales_order where id = $1",
    [orderId],
  );
  const packages = await db.query<{ freight: string | null }>(
    `select distinct p.id, p.est_freight::text as freight from package_order p
       join package_order_line l on l.package_order_id = p.id where l.order_id = $1 order by 1`,
    [orderId],
  );
  return [order?.freight, ...packages.map((p) => p.freight)];
};

test("a package without a price is unknown, and so is what its order costs to send", async () => {
  const order = await db.one<{ id: string }>(
    "insert into sales_order (tenant_id, no, status, currency) values (1, 'SO-FREIGHT', 'audited', 'CNY') returning id",
  );
  const id = order?.id ?? "";
  expect(await estimated(id)).toEqual([null]);
  await packed(id, "PK-US", "US");
  // One kilogram of volume, and nothing of it is longer than 60 cm.
  expect(await estimated(id)).toEqual(["10.00", "10.00"]);
  await packed(id, "PK-CA", "CA");
  expect(await estimated(id)).toEqual([null, "10.00", null]);
});
