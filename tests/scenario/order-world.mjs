// The masters of market.md 12, scenario 1: what it begins with, as tests/orders/scenario-1.json says.
import { office } from "./fixtures.mjs";

const SECRET = "demo-secret";

/** Goods, listings and channels as rows: nobody has sold any of it yet. */
async function masters(db, { goods, channels, rate }) {
  const one = async (text, values = []) => (await db.query(text, values)).rows[0]?.id;
  const storeId = await one("select id from store where store_code = 'AMZ-US-1'");
  await db.query("update exchange_rate set my_rate = $1 where currency = 'USD'", [rate]);
  await db.query("update logistics_channel set enabled = false");
  const skus = {};
  for (const { code, grams, cost, attributes } of goods) {
    const spu = await one(
      "insert into spu (spu_code, model_code, name, special_attrs) values ($1, $1, $1, $2) returning id",
      [`P-${code}`, attributes],
    );
    skus[code] = await one(
      `insert into sku (sku_code, name, status, sku_type, unit, purchase_price, gross_weight_g, spu_id,
         pkg_length_cm, pkg_width_cm, pkg_height_cm, declare_name_en, declare_price)
       values ($1, $1, 'approved', 'normal', 'pcs', $2, $3, $4, 10, 10, 10, $1, 5) returning id`,
      [code, cost, grams, spu],
    );
    await db.query(
      `insert into sku_listing (sku_id, store_id, msku, group_id, fulfillment_channel, listing_status)
       values ($1, $2, $3, (select min(id) from ops_group), 'MFN', 'active')`,
      [skus[code], storeId, `S-${code}`],
    );
    await db.query(
      `insert into goods_mapping (tenant_id, system, sku_id, external_code, ratio, effective_date, status)
       values (1, 'gc', $1, $2, 1, '2026-01-01', 'active')`,
      [skus[code], `GC-${code}`],
    );
  }
  const { rows } = await db.query("select code, id from warehouse where code in ('GC-W', 'GC-E')");
  const places = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
  const forwarder = await one(
    `insert into supplier (no, name, supplier_type, status, currency, settle_method, period_days)
     values ('尾程', '尾程', 'logistics', 'approved', 'CNY', 'monthly', 30) returning id`,
  );
  const channelOf = ({ code, carrier }, templateId) =>
    one(
      `insert into logistics_channel (tenant_id, code, name, carrier_code, warehouse_ids, countries,
         freight_template_id, enabled) values (1, $1, $1, $2, $3, '{US}', $4, true) returning id`,
      [code, carrier, [places["GC-W"]], templateId],
    );
  const marketplaceId = await one(
    "select i.marketplace_id as id from store t join site i on i.id = t.site_id where t.id = $1",
    [storeId],
  );
  return { storeId, marketplaceId, skus, places, forwarder, channelOf, wanted: channels };
}

/** A flat price for a parcel of any weight. */
const template = (providerId, { code, freight }) => ({
  name: code,
  providerId,
  channelName: code,
  transportMode: "seaExpress",
  destCountry: "US",
  currency: "USD",
  billingType: "weight",
  volumeDivisor: 6000,
  roundUnitKg: "0.1",
  roundScope: "box",
  transitDaysMin: 2,
  transitDaysMax: 5,
  validFrom: "2026-01-01",
  validTo: "2030-12-31",
  items: [
    { kind: "tier", fromQty: "0", unitPrice: "0" },
    { kind: "surcharge", name: "每件", calcType: "fixed", value: freight, condition: "always" },
  ],
});

/** Says something to a stand-in at this address: its name, what; nothing: asks what it heard. @returns its answer */
export const controlOf = (url) => async (name, order) => {
  const said = order && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  };
  const answer = await fetch(`${url}/${name}/control`, said);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};

/** @param there says something to a stand-in: its name, what */
export async function orderWorld(as, db, there, told) {
  const o = await office(as);
  const { admin } = o;
  const w = await masters(db, told);
  const channels = {};
  for (const channel of w.wanted) {
    const { id } = await admin.post("/logistics/freight", template(w.forwarder, channel));
    await admin.act("/logistics/freight", id, "enable");
    channels[channel.code] = await w.channelOf(channel, id);
  }
  for (const { place, code, qty } of told.stock) {
    const id = await o.approved("admin", "/wms/otherin", {
      inType: "opening",
      warehouseId: w.places[place],
      reason: "期初盘点数量",
      items: [{ skuId: w.skus[code], goodQty: qty, badQty: 0, unitCost: told.goods.find((g) => g.code === code).cost }],
    });
    await admin.act("/wms/otherin", id, "confirm");
  }
  const { id: market } = await admin.post("/base/connector", {
    name: "美国店",
    kind: "marketplace",
    provider: "amazon",
    storeId: w.storeId,
    account: "AMZ-US-1",
    clientSecret: SECRET,
    refreshToken: SECRET,
    enabled: true,
  });
  await admin.post("/base/connector", {
    name: "谷仓",
    kind: "warehouse",
    provider: "gc",
    account: "GC",
    appSecret: SECRET,
    enabled: true,
  });
  await there("warehouse", {
    products: told.goods.map(({ code, grams }) => ({
      code: `GC-${code}`,
      name: code,
      weightG: grams,
      lengthCm: 10,
      widthCm: 10,
      heightCm: 10,
      onHand: 100,
    })),
    parcels: Object.fromEntries(
      told.channels.map(({ code, carrier, tracking, freight }) => [
        code,
        [{ trackingNo: tracking, carrierCode: carrier, freight }],
      ]),
    ),
  });
  const ids = {
    SET_WAREHOUSE: (value) => ({ warehouseId: w.places[value] }),
    SET_LOGISTICS: (value) => ({ logisticsChannelId: channels[value] }),
  };
  for (const { conditions, acts, ...rule } of told.rules) {
    const { id } = await admin.post("/ordermanage/orderrule", {
      ...rule,
      logic: "and",
      strategy: "order",
      conditions: conditions.map((leaf) => ({ level: 1, ...leaf })),
      acts: acts.map(({ act, value }) => ({ act, ...(ids[act]?.(value) ?? { value }) })),
    });
    await admin.act("/ordermanage/orderrule", id, "enable");
  }
  return { ...w, admin, channels, market };
}
