// Long because it is the acceptance scenario of figures.md E, each of whose steps goes on where the one before ended.
import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { postSales } from "#backend/domain/wms/fba/sale/post-days";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { openAccount, takeOrders } from "./figures.testing";
import { openWarehouses } from "./figures-stock.testing";
import { DE, PREVIEW, PREVIEW_DE, table, US } from "./figures-world.testing";
import { takeReports } from "./take";

let backend: TestBackend;
let stores: { us: string; de: string; group: string };
let token = "";
beforeAll(async () => {
  backend = await testBackend();
  stores = await openAccount(backend);
  token = await login(backend.url);
  await backend.db.query("delete from fact_trade_daily; delete from fact_trade_month; delete from fact_source");
  await backend.db.query("update sys_param set value = '2026-07-31' where param_key = 'month_close_until'");
});
afterAll(async () => {
  expect(await ledgerFaults(backend.db)).toEqual([]);
  await backend.close();
});

async function send(method: string, path: string, body?: FormData | object) {
  const form = body instanceof FormData;
  const answer = await fetch(backend.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !form && { "content-type": "application/json" }) },
    body: form ? body : body && JSON.stringify(body),
  });
  return answer.json();
}

/** Uploads a report as a person does, and lets the job read it. */
async function upload(storeId: string, content: string | Uint8Array) {
  const form = new FormData();
  form.append("file", new Blob([typeof content === "string" ? content : new Uint8Array(content)]), "report.txt");
  const file = (await send("POST", "/admin/file/upload", form)).data;
  const made = await send("POST", "/base/reportfile", { storeId, files: [file.id] });
  await takeReports(backend.db, engine, backend.config);
  return (await send("GET", `/base/reportfile/${made.data.id}`)).data;
}

/** Costs of the fact rows of a month, in CNY: day, store, goods. */
async function costs(month: string) {
  const rows = await backend.db.query<{ at: string; cost: string; leg: string; loss: string }>(
    `select to_char(biz_date, 'MM-DD') || ' ' || site_code || '/' || seller_sku as at, product_cost::float8 as cost,
       first_leg_cost::float8 as leg, stock_loss::float8 as loss
     from fact_trade_daily where to_char(biz_date, 'YYYY-MM') = $1 and (product_cost, first_leg_cost, stock_loss) <> (0, 0, 0)
     order by 1`,
    [month],
  );
  return Object.fromEntries(rows.map(({ at, ...row }) => [at, Object.values(row)]));
}

test("T1: what sold costs what it left the pools for, its first leg beside it", async () => {
  const stock = await openWarehouses(backend.db, stores);
  await takeOrders(backend, stores.us, US.slice(0, 1));
  // Nothing has left: goods cost what their pool holds.
  expect(await costs("2026-08")).toEqual({ "08-10 US/A-US": [42, 3, 0] });
  const first = await stock.transfer(
    "us",
    [
      { sku: "FA", sent: 100, came: 99, fee: "643.27" },
      { sku: "FB", sent: 40, came: 40, fee: "584.79" },
    ],
    { bizDate: "2026-08-05" },
  );
  await stock.transfer(
    "de",
    [
      { sku: "FA", sent: 60, came: 60, fee: "435.56" },
      { sku: "FB", sent: 30, came: 30, fee: "544.44" },
    ],
    { bizDate: "2026-08-06" },
  );
  expect(await upload(stores.us, table(PREVIEW))).toMatchObject({ status: "done" });
  expect(await upload(stores.de, Buffer.from(table(PREVIEW_DE), "latin1"))).toMatchObject({ status: "done" });
  await takeOrders(backend, stores.us, US);
  await takeOrders(backend, stores.de, DE);
  await stock.ship("114-0000000-0000007", "2026-08-14", "5.20");
  await first("6.50", { bizDate: "2026-08-20" });
  await postSales(backend.db, engine);
  const told = await costs("2026-08");
  expect(told).toEqual({
    "08-10 US/A-US": [40.34, 5.91, 0],
    "08-10 US/C-US": [165.67, 26.44, 0],
    "08-11 US/A-US": [80.67, 11.82, 0],
    "08-12 DE/A-DE": [40, 7.26, 0],
    "08-12 US/B-US": [85, 14.62, 0],
    "08-13 US/A-US": [40.34, 5.91, 0],
    "08-14 US/A-US-M": [40, 1.2, 0],
    "08-15 DE/B-DE": [85, 18.15, 0],
    "08-18 DE/A-DE": [120, 21.78, 0],
    "08-20 US/A-US": [0, 0, 46.5],
    "08-28 US/B-US": [170, 29.24, 0],
  });
  const lacks = await backend.db.one(
    "select sum(lacks_product)::int as product, sum(lacks_first_leg)::int as leg from fact_trade_daily",
  );
  expect(lacks).toEqual({ product: 0, leg: 0 });
  // Told again, nothing moves.
  await takeOrders(backend, stores.us, US);
  await postSales(backend.db, engine);
  expect(await costs("2026-08")).toEqual(told);
});
