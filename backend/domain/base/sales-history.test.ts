import dayjs from "dayjs";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertListings } from "#backend/ledgers/facts/listings.testing";
import { today } from "#backend/platform/values";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

// 历史销量 (company.md 2.2): a file of sales before the first day, as facts of its own.

let backend: TestBackend;
let stores: { id: string; name: string }[];
const tokens = new Map<string, string>();
beforeAll(async () => {
  backend = await testBackend();
  await insertListings(backend.db, [
    { storeId: 1, groupId: 1 },
    { storeId: 2, groupId: 1 },
  ]);
  await backend.db.query("update sys_tenant set phase = 'setup', go_live_date = $1 where id = 1", [today(-3)]);
  stores = await backend.db.query("select id, store_name as name from store where id in (1, 2) order by id");
});
afterAll(() => backend.close());

async function send(who: string, method: string, way: string, body?: FormData | object) {
  const token = tokens.get(who) ?? (await login(backend.url, who));
  tokens.set(who, token);
  const form = body instanceof FormData;
  const answer = await fetch(`${backend.url}/base/saleshistory/${way}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !form && { "content-type": "application/json" }) },
    body: form ? body : body && JSON.stringify(body),
  });
  return answer.json();
}
type Row = [store: string | undefined, msku: string, day: string, qty: number | string, amount: string];
async function imported(rows: Row[], who = "admin") {
  const bytes = await writeXlsx({
    sheets: [
      { name: "a", rows: [["店铺", "MSKU", "日期", "销量", "金额"], ...rows.map((r) => r.map((c) => c ?? ""))] },
    ],
  });
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "历史.xlsx");
  const { data, msg } = await send(who, "POST", "import", form);
  if (!data) return { status: "no", errors: [msg] };
  const state = (await send(who, "POST", `import/${data.id}/check`, {})).data;
  if (state.status !== "checked")
    return {
      status: state.status,
      errors: state.errors.map((e: { letter: string; row: number; msg: string }) => `${e.letter}${e.row} ${e.msg}`),
    };
  return { status: (await send(who, "POST", `import/${data.id}/commit`, {})).data.status, errors: [] };
}
const day = (n: number) => dayjs(today(-3)).add(n, "day").format("YYYY-MM-DD");
const facts = () =>
  backend.db.query(
    `select store_id as store, seller_sku as sku, biz_date::text as day, units::int as units, item_sales::text as sales,
       lacks_product::int as lacks from fact_trade_daily where units <> 0 order by 1, 3`,
  );

test("what is wrong is said at its cell, all of it", async () => {
  const [a] = stores;
  expect(await imported([[a?.name, "S1", day(-40), 1, "9"]], "buyer")).toEqual({
    status: "no",
    errors: ["当前操作没有权限"],
  });
  const { errors } = await imported([
    [a?.name, "S1", day(-40), 3, "60.50"],
    [a?.name, "s1", day(-40), 1, "9"],
    [a?.name, "S9", day(-40), 1, "9"],
    ["没有的店", "S1", day(-41), 1, "9"],
    [a?.name, "S1", day(0), 1, "9"],
    [a?.name, "S1", day(-900), 1, "9"],
    [a?.name, "S1", day(-42), -1, "9"],
  ]);
  expect(errors).toEqual(expect.arrayContaining(["A5 找不到店铺“没有的店”", expect.stringMatching(/^D8 /)]));
  const { errors: later } = await imported([
    [a?.name, "S1", day(-40), 3, "60.50"],
    [a?.name, "s1", day(-40), 1, "9"],
    [a?.name, "S9", day(-40), 1, "9"],
    [a?.name, "S1", day(0), 1, "9"],
    [a?.name, "S1", day(-900), 1, "9"],
  ]);
  expect(later).toEqual([
    "B3 店铺、MSKU和日期与第1行重复",
    "B4 店铺没有平台SKU“S9”，请先做平台映射",
    `C5 历史销量须在${day(0)}之前`,
    expect.stringMatching(/^C6 历史销量最多2年，须从/),
  ]);
  expect(await facts()).toEqual([]);
});

test("a file becomes facts, and a later one replaces the same months of the same stores", async () => {
  const [a, b] = stores;
  const month = dayjs(day(-60)).startOf("month");
  const [one, two, next] = [month, month.add(4, "day"), month.add(1, "month")].map((d) => d.format("YYYY-MM-DD"));
  const sold: Row[] = [
    [a?.name, "s1", one ?? "", 3, "60.50"],
    [a?.name, "S1", two ?? "", 2, "40"],
    [a?.name, "S1", next ?? "", 7, "140"],
    [b?.name, "S2", one ?? "", 5, "99.90"],
  ];
  expect(await imported(sold)).toEqual({ status: "done", errors: [] });
  expect(await facts()).toEqual([
    { store: a?.id, sku: "S1", day: one, units: 3, sales: "60.5000", lacks: 3 },
    { store: a?.id, sku: "S1", day: two, units: 2, sales: "40.0000", lacks: 2 },
    { store: a?.id, sku: "S1", day: next, units: 7, sales: "140.0000", lacks: 7 },
    { store: b?.id, sku: "S2", day: one, units: 5, sales: "99.9000", lacks: 5 },
  ]);
  expect(await imported([[a?.name, "S1", two ?? "", 9, "180"]])).toEqual({ status: "done", errors: [] });
  expect((await facts()).map((f) => [f.store, f.day, f.units])).toEqual([
    [a?.id, two, 9],
    [a?.id, next, 7],
    [b?.id, one, 5],
  ]);
  const month1 = await backend.db.one<{ units: number }>("select sum(units)::int as units from fact_trade_month");
  expect(month1?.units).toBe(21);
  const { data } = await send("admin", "GET", "page");
  expect(data.records[0]).toMatchObject({ rowCount: 1, units: 9, replaced: `${a?.name} ${(two ?? "").slice(0, 7)}` });
  await backend.db.query(
    `insert into fact_source (source_type, source_no, biz_date, store_id, seller_sku, column_name, amount)
     values ('platformOrder', '1', $1, $2, 'S1', 'units', 1)`,
    [two, a?.id],
  );
  expect((await imported([[a?.name, "S1", two ?? "", 9, "180"]])).errors).toEqual([
    `C2 该店铺${(two ?? "").slice(0, 7)}已有平台订单的销量`,
  ]);
});
