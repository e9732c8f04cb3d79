import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, call } from "#backend/platform/auth/auth.testing";
import { documents } from "#documents";
import { type Action, allFields, type DocumentType, type Field, isFile, permissionOf, placesOf } from "#documents/kit";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { snake } from "../names";

// Keepers of different warehouses on the whole demonstration: each document that lies in one.

const OWN: Record<string, string[]> = {
  warehouse: ["WH-SZ", "WH-SAMPLE", "OS-LA", "TP-DE-WINIT", "GC-W", "GC-E"],
  warehouse_yw: ["WH-YW"],
};
const GONE = { status: 404, body: { msg: "单据不存在" } };

let backend: TestBackend;
const tokens = new Map<string, string>();
const own = new Map<string, string[]>();
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
  for (const [who, codes] of Object.entries(OWN)) {
    tokens.set(who, await login(backend.url, who));
    const rows = await backend.db.query<{ id: string }>("select id from warehouse where code = any($1) order by id", [
      codes,
    ]);
    own.set(
      who,
      rows.map((row) => row.id),
    );
  }
});
afterAll(() => backend.close());

type Row = Record<string, unknown> & { id: string };
const send = (who: string, method: string, path: string, body?: object) =>
  call(backend, method, path, { token: tokens.get(who), body });
const get = async (who: string, path: string) => (await send(who, "GET", path)).body.data;

async function everyRow(who: string, api: string) {
  const rows: Row[] = [];
  for (let current = 1; ; current++) {
    const page = await get(who, `${api}/page?size=100&current=${current}`);
    rows.push(...page.records);
    if (current >= page.pages) return { rows, total: page.total, summary: page.summary };
  }
}

/** Whether a row lies in one of these warehouses. */
const placed = (document: DocumentType) =>
  placesOf(document.scopeBy)
    .map((place) => `coalesce(${snake(place)} = any($1::bigint[]), false)`)
    .join(" or ");

const living = (document: DocumentType, who: string, mine: boolean) =>
  backend.db.query<{ id: string }>(
    `select id from ${document.table} where del_flag = 0 and tenant_id = 1
       and (${placed(document)}) = $2::boolean order by id`,
    [own.get(who), mine],
  );

function answerTo(f: Field): unknown {
  if (f.kind === "enum") return Object.keys(f.options)[0];
  if (f.kind === "int") return f.min ?? 1;
  if (["money", "decimal", "percent"].includes(f.kind)) return "1";
  if (f.kind === "date" || f.kind === "datetime") return "2026-01-05";
  return isFile(f) ? [] : "因故需要";
}
const inputOf = ({ input = {} }: Action) =>
  Object.fromEntries(Object.entries(input).map(([name, f]) => [name, answerTo(f)]));

const KEPT = documents.filter((d) => d.scopeBy?.warehouse);
const PAIRS = KEPT.flatMap((d) => Object.keys(OWN).map((who) => [d.name, who, d] as const));

describe.each(PAIRS)("%s of %s", (_, who, document) => {
  const { api } = document;
  let may: (operation: string) => boolean;
  beforeAll(async () => {
    const { permissions } = await get(who, "/admin/user/info");
    may = (operation) => permissions.includes(permissionOf(document, operation));
  });

  test("the list, its sums and its file hold the own warehouses", async () => {
    if (!may("view")) return;
    const { rows, total, summary } = await everyRow(who, api);
    const expected = (await living(document, who, true)).map((row) => row.id);
    expect(rows.map((row) => row.id).sort()).toEqual(expected.sort());
    expect(total).toBe(expected.length);
    for (const [name, f] of Object.entries(allFields(document))) {
      const sums = typeof f.column === "object" && f.column.summary === "sum";
      if (!sums || f.kind !== "int" || f.virtual) continue;
      const sum = rows.reduce((n, row) => n + Number(row[name] ?? 0), 0);
      expect(Number(summary[name] ?? 0), name).toBe(sum);
    }
    if (document.can?.export === false || !may("export")) return;
    const answer = await fetch(`${backend.url}${api}/export`, {
      headers: { authorization: `Bearer ${tokens.get(who)}` },
    });
    const [sheet] = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets;
    expect(sheet?.rows.slice(2)).toHaveLength(expected.length);
  });

  test("rows of others are not there: detail, action, options", async () => {
    if (!may("view")) return;
    const [foreign] = await living(document, who, false);
    if (!foreign) return;
    expect(await send(who, "GET", `${api}/${foreign.id}`)).toMatchObject(GONE);
    expect(await get(who, `${api}/options?ids=${foreign.id}`)).toEqual([]);
    for (const [name, action] of Object.entries(document.actions ?? {})) {
      if (action.opens || !may(name)) continue;
      const body = { version: 0, ...inputOf(action) };
      const answer: Answer = await send(who, "POST", `${api}/${foreign.id}/${name}`, body);
      expect(answer, name).toMatchObject(GONE);
    }
  });
});

describe("references", () => {
  test("only own warehouses are offered, and the master shows no others", async () => {
    for (const [who, codes] of Object.entries(OWN)) {
      const offered = await get(who, "/wms/warehouse/options");
      expect(offered.map((o: Row) => o.id).sort()).toEqual([...(own.get(who) ?? [])].sort());
      const { records } = await get(who, "/wms/warehouse/page");
      expect(records.map((row: Row) => row.code).sort()).toEqual([...codes].sort());
    }
  });

  test("nothing is put into another warehouse, whoever names it", async () => {
    const sku = await backend.db.one<{ id: string }>(
      "select id from sku where status = 'approved' order by id limit 1",
    );
    const add = (warehouseId: string | undefined) =>
      send("warehouse_yw", "POST", "/wms/otherin", {
        inType: "gain",
        reason: "盘点多出",
        warehouseId,
        items: [{ skuId: sku?.id, goodQty: 1, badQty: 0, unitCost: "1" }],
      });
    const message = "仓库不存在";
    expect(await add(own.get("warehouse")?.[0])).toMatchObject({
      status: 400,
      body: { msg: message, fields: { warehouseId: message } },
    });
    const made = await add(own.get("warehouse_yw")?.[0]);
    expect(made.status).toBe(200);
    const { id } = made.body.data;
    const moved = { id, version: 0, warehouseId: own.get("warehouse")?.[0] };
    expect(await send("warehouse_yw", "PUT", "/wms/otherin", moved)).toMatchObject({
      status: 400,
      body: { msg: message },
    });
  });

  test("a delivery to another warehouse is not signed", async () => {
    const [foreign] = await backend.db.query<{ id: string; line: string }>(
      `select d.id, l.id as line from delivery d join delivery_line l on l.delivery_id = d.id
       where d.status = 'shipped' and d.warehouse_id = any($1::bigint[]) order by d.id limit 1`,
      [own.get("warehouse")],
    );
    const form = `/wms/sign/prefill?deliveryId=${foreign?.id}`;
    expect(await send("warehouse_yw", "GET", form)).toMatchObject(GONE);
    const items = [{ deliveryLineId: foreign?.line, signQty: 1 }];
    const body = { deliveryId: foreign?.id, signQty: 1, items };
    const answer = await send("warehouse_yw", "POST", "/wms/sign", body);
    expect([400, 404], JSON.stringify(answer.body)).toContain(answer.status);
    expect(await backend.db.query("select 1 from wms_sign where delivery_id = $1", [foreign?.id])).toEqual([]);
  });
});

test("whatever of warehouse and logistics names a warehouse is kept by it", () => {
  const naming = documents.filter(
    ({ module, fields }) =>
      ["wms", "logistics"].includes(module) &&
      Object.values(fields).some((f) => f.kind === "ref" && f.to === "warehouse"),
  );
  expect(naming.filter((d) => !KEPT.includes(d)).map((d) => d.name)).toEqual([]);
  expect(naming.map((d) => d.name)).toContain("transfer");
});

test("keepers see what lies in warehouses", async () => {
  const { permissions } = await get("warehouse_yw", "/admin/user/info");
  const seen = KEPT.filter((d) => permissions.includes(permissionOf(d, "view")));
  expect(seen.map((d) => d.name).sort()).toEqual([
    "deliver",
    "delivery",
    "delivery_plan",
    "delivery_to_sign",
    "fba_disposal",
    "fba_inventory",
    "fba_return",
    "fba_sale",
    "inspection",
    "other_in",
    "other_out",
    "purchase_exchange",
    "purchase_order",
    "purchase_return",
    "replenish",
    "stock",
    "stock_age",
    "stock_move",
    "stock_reservation",
    "stock_transit",
    "stock_warehouse",
    "transfer",
    "warehouse",
    "wms_sign",
  ]);
});

test("whose scope is everything keeps seeing all warehouses", async () => {
  const token = await login(backend.url, "finance");
  const { body } = await call(backend, "GET", "/wms/stock/page?size=1", { token });
  const [count] = await backend.db.query("select count(*)::int as n from stock_list");
  expect(body.data.total).toBe(count?.n);
});

test("operators see what is for stores of their department", async () => {
  const token = await login(backend.url, "ops");
  const [mine, other] = await backend.db.query<{ id: string }>(
    `select r.id from purchase_requisition r join store s on s.id = r.store_id
     where r.del_flag = 0 order by s.dept_id, r.id limit 2`,
  );
  const put = (id: string | undefined, store: string, dept: string) =>
    backend.db.query(
      `update purchase_requisition set create_by = 1,
         dept_id = (select id from sys_dept where name = $3),
         store_id = (select s.id from store s join sys_dept d on d.id = s.dept_id
           where d.name = $2 order by s.id limit 1) where id = $1`,
      [id, store, dept],
    );
  await put(mine?.id, "北美一部", "采购部");
  await put(other?.id, "欧洲一部", "采购部");
  const read = async (id: string | undefined) =>
    (await call(backend, "GET", `/purchase/requisition/${id}`, { token })).status;
  expect(await read(mine?.id)).toBe(200);
  expect(await read(other?.id)).toBe(404);
  await put(other?.id, "欧洲一部", "北美一部");
  expect(await read(other?.id)).toBe(200);
});
