import { addTemplate, forwarder, templateValues } from "#backend/domain/logistics/freight/freight.testing";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleContext } from "#backend/engine/documents/rules";
import { jobsOf } from "#backend/jobs";
import { postMoves } from "#backend/ledgers/stock/ledger";
import { sealSecret } from "#backend/platform/personal/open";
import { freightTemplate } from "#documents/logistics/freight-template";
import { DEMO_SECRET, startStandIns } from "../../standins";
import type { Placed } from "../../standins/marketplace/place";
import { actAs } from "../acting";
import { login, testBackend } from "../harness";
import told from "./scenario-1.json";

/**
 * What scenario 1 (market.md 12) begins with: what its SKUs weigh and cost, what lies where, and what each
 * channel asks for a parcel, which it will be found to cost.
 */
const { goods: GOODS, stock: STOCK, channels: CHANNELS } = told;

interface Page {
  records: Record<string, unknown>[];
}

/** The shop of scenario 1 before its first order: people speak to it by calls, systems by HTTP. */
export async function openShop() {
  const backend = await testBackend();
  const there = await startStandIns({ seed: "scenario" });
  answeredAt(there.url);
  const { db, config, url } = backend;
  const authorization = `Bearer ${await login(url)}`;
  const act = <T>(work: (c: RuleContext) => Promise<T>) => db.tx((sql) => work(actAs(sql)));
  const idOf = async (text: string, values: unknown[] = []) => (await db.one<{ id: string }>(text, values))?.id ?? "";

  let keys = 0;
  /** One call of a person; refusals are answers too. */
  async function call(method: string, path: string, body?: object) {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization,
        "content-type": "application/json",
        ...(method === "POST" && { "Idempotency-Key": `scenario-${++keys}` }),
      },
      body: body && JSON.stringify(body),
    });
    const { code, msg, data } = await answer.json();
    return { code: Number(code), msg: msg === null ? null : String(msg), data };
  }
  const get = async (path: string) => (await call("GET", path)).data;
  const rows = async (api: string, query = ""): Promise<Page["records"]> =>
    (await get(`${api}/page?size=50${query}`)).records;
  /** Presses a button of a document as it is now. */
  async function press(api: string, id: unknown, action: string, input: object = {}) {
    const { version } = await get(`${api}/${id}`);
    return call("POST", `${api}/${id}/${action}`, { version, ...input });
  }

  const jobs = new Map(jobsOf(config).map((job) => [job.name, job]));
  const run = async (name: string) => {
    const job = jobs.get(name);
    if (!job) throw new Error(`no job ${name}`);
    await job.run(db);
  };

  const storeId = await idOf("select id from store where store_code = 'AMZ-US-1'");
  const marketplaceId = await idOf(
    "select i.marketplace_id as id from store t join site i on i.id = t.site_id where t.id = $1",
    [storeId],
  );
  const groupId = await idOf("select id from ops_group order by id limit 1");
  await db.query("update exchange_rate set my_rate = 7.15 where currency = 'USD'");
  await db.query("update logistics_channel set enabled = false");
  const skus: Record<string, string> = {};
  for (const { code, grams, cost, attributes } of GOODS) {
    const spu = await idOf(
      "insert into spu (spu_code, model_code, name, special_attrs) values ($1, $1, $1, $2) returning id",
      [`P-${code}`, attributes],
    );
    skus[code] = await idOf(
      `insert into sku (sku_code, name, status, sku_type, unit, purchase_price, gross_weight_g, spu_id,
         pkg_length_cm, pkg_width_cm, pkg_height_cm, declare_name_en, declare_price)
       values ($1, $1, 'approved', 'normal', 'pcs', $2, $3, $4, 10, 10, 10, $1, 5) returning id`,
      [code, cost, grams, spu],
    );
    await db.query(
      `insert into sku_listing (sku_id, store_id, msku, group_id, fulfillment_channel, listing_status)
       values ($1, $2, $3, $4, 'MFN', 'active')`,
      [skus[code], storeId, `S-${code}`, groupId],
    );
    await db.query(
      `insert into goods_mapping (tenant_id, system, sku_id, external_code, ratio, effective_date, status)
       values (1, 'gc', $1, $2, 1, '2026-01-01', 'active')`,
      [skus[code], `GC-${code}`],
    );
  }
  const channels: Record<string, string> = {};
  const places: Record<string, string> = {};
  for (const code of ["GC-W", "GC-E"]) places[code] = await idOf("select id from warehouse where code = $1", [code]);
  /** Goods come to a warehouse, to be sold there. */
  const stockIn = (place: string, code: string, qty: number, key: string) =>
    act((c) =>
      postMoves(c, { document: "other_in", id: "1", no: "QR1" }, key, [
        {
          kind: "in",
          type: "otherIn",
          bucket: "good",
          warehouseId: places[place] ?? "",
          skuId: skus[code] ?? "",
          qty,
          amount: (qty * Number(GOODS.find((g) => g.code === code)?.cost ?? 0)).toFixed(2),
        },
      ]),
    );
  for (const { place, code, qty } of STOCK) await stockIn(place, code, qty, `${place}/${code}`);
  const provider = await forwarder(db, "尾程");
  for (const { code, carrier, freight } of CHANNELS) {
    const values = templateValues(provider, code, { channelName: code, currency: "USD", roundUnitKg: "0.1" });
    const items = [
      { kind: "tier", fromQty: "0", unitPrice: "0" },
      { kind: "surcharge", name: "每件", calcType: "fixed", value: freight, condition: "always" },
    ];
    const { id } = await act((c) => addTemplate(c, { ...values, items }));
    await act((c) => perform(c, freightTemplate, id, "enable", {}, { trusted: true }));
    channels[code] = await idOf(
      `insert into logistics_channel (tenant_id, code, name, carrier_code, warehouse_ids, countries,
         freight_template_id, enabled) values (1, $1, $1, $2, $3, '{US,CA}', $4, true) returning id`,
      [code, carrier, [places["GC-W"]], id],
    );
  }
  const secret = sealSecret(DEMO_SECRET);
  await db.query(
    `insert into connector (tenant_id, name, kind, provider, store_id, account, enabled, client_secret,
       refresh_token, app_secret) values
       (1, '美国店', 'marketplace', 'amazon', $1, 'AMZ-US-1', true, $2, $2, null),
       (1, '谷仓', 'warehouse', 'gc', null, 'GC', true, null, null, $2)`,
    [storeId, secret],
  );
  await there.control("warehouse", {
    products: GOODS.map(({ code, grams }) => ({
      code: `GC-${code}`,
      name: code,
      weightG: grams,
      lengthCm: 10,
      widthCm: 10,
      heightCm: 10,
      onHand: 100,
    })),
    parcels: Object.fromEntries(
      CHANNELS.map(({ code, carrier, tracking, freight }) => [
        code,
        [{ trackingNo: tracking, carrierCode: carrier, freight }],
      ]),
    ),
  });

  return {
    backend,
    db,
    there,
    call,
    get,
    rows,
    press,
    run,
    stockIn,
    skus,
    places,
    channels,
    place: (order: Omit<Placed, "seller" | "marketplaceId">) =>
      there.control("marketplace", { place: { ...order, seller: "AMZ-US-1", marketplaceId } }),
    /** What the marketplace has is read, and what follows from it is done. */
    async sync() {
      await db.query("update connector set last_read = null");
      await db.query("update feed_run set next_run = now()");
      await run("syncOrders");
      await db.query("update platform_order_due set next_run = now()");
      await run("advanceOrders");
    },
    /** What was decided is said. */
    async say() {
      await db.query("update outbox set next_run = now() where status = 'pending'");
      await run("sendOutbox");
    },
    async close() {
      await there.stop();
      await backend.close();
      answeredAt(null);
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
