import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Where } from "#backend/platform/db/page";
import { documentNamed, documents } from "#documents";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { syncTables } from "../tables/table";
import { findQuery } from "./find";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
  const { db } = backend;
  await db.query(
    `insert into sku (sku_code, name, name_en, sku_type, unit, status) values
       ('MOUSE-1', '无线鼠标', 'Wireless mouse', 'normal', 'pcs', 'approved'),
       ('MOUSE-10', '有线鼠标', null, 'normal', 'pcs', 'approved'),
       ('PAD-MOUSE', '鼠标垫', null, 'normal', 'pcs', 'approved'),
       ('SCALE-1', '重量调整器', null, 'normal', 'pcs', 'approved'),
       ('B_50%', '折扣Ｃ型线', null, 'normal', 'pcs', 'approved'),
       ('SB-7', '螺丝', null, 'normal', 'pcs', 'approved'),
       ('BOX-1', '鼠标纸箱', null, 'easy', 'pcs', 'approved')`,
  );
  await db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, group_id, fulfillment_channel, fnsku, listing_status)
     select k.id, 1, s.id, 'KT-9', g.id, 'AFN', 'X00MOUSE77', 'active'
     from sku k, (select id from store order by id limit 1) s, (select id from ops_group order by id limit 1) g
     where k.sku_code = 'SCALE-1'`,
  );
});
afterAll(() => backend.close());

async function found(keyword: string, api = "/product/sku", who = "buyer") {
  const headers = { authorization: `Bearer ${await login(backend.url, who)}` };
  const address = `${backend.url}${api}/options?keyword=${encodeURIComponent(keyword)}`;
  const { data } = await (await fetch(address, { headers })).json();
  return (data as { label: string; match: string }[]).map((r) => `${r.label} ${r.match}`);
}

describe("what is typed finds rows", () => {
  it("by code: the whole one first, then what begins with it, then what has it", async () => {
    expect(await found("mouse-1")).toEqual(["MOUSE-1 exact", "MOUSE-10 begin"]);
    expect(await found("mouse")).toEqual(["MOUSE-1 begin", "MOUSE-10 begin", "PAD-MOUSE part", "SCALE-1 part"]);
  });

  it("by two characters of a name, in any width and case, several words all of them", async () => {
    expect(await found("鼠标")).toEqual(["BOX-1 begin", "PAD-MOUSE begin", "MOUSE-1 part", "MOUSE-10 part"]);
    expect(await found("鼠标 无线")).toEqual(["MOUSE-1 part"]);
    expect(await found("wireless MOUSE")).toEqual(["MOUSE-1 exact"]);
    expect(await found("wire")).toEqual(["MOUSE-1 begin"]);
    expect(await found("c型")).toEqual(["B_50% part"]);
  });

  it("by bar codes and what platforms call it, until they change", async () => {
    expect(await found("x00mouse77")).toEqual(["SCALE-1 exact"]);
    expect(await found("kt-9")).toEqual(["SCALE-1 exact"]);
    await backend.db.query("update sku_listing set msku = 'KT-8' where msku = 'KT-9'");
    expect(await found("kt-9")).toEqual([]);
    expect(await found("KT-8")).toEqual(["SCALE-1 exact"]);
  });

  it("by first letters, in every reading, after what is written so", async () => {
    expect(await found("wxsb")).toEqual(["MOUSE-1 initials"]);
    expect(await found("sb")).toEqual([
      "SB-7 begin",
      "BOX-1 initials",
      "PAD-MOUSE initials",
      "MOUSE-1 initials",
      "MOUSE-10 initials",
    ]);
    for (const letters of ["zltzq", "cldzq"]) expect(await found(letters)).toEqual(["SCALE-1 initials"]);
    expect(await found("zkcxx")).toEqual(["B_50% initials"]);
  });

  it("and a sign of a pattern stands for itself", async () => {
    expect(await found("50%")).toEqual(["B_50% part"]);
    expect(await found("b_5")).toEqual(["B_50% begin"]);
    expect(await found("_____")).toEqual([]);
    expect(await found("%")).toEqual(["B_50% part"]);
  });

  it("a view of the same rows finds its own", async () => {
    expect(await found("鼠标", "/product/easysku", "buyer")).toEqual(["BOX-1 begin"]);
  });

  it("a renamed or deleted row is found as it is now", async () => {
    const { db } = backend;
    await db.query("update sku set name = '轨迹球' where sku_code = 'MOUSE-10'");
    expect(await found("gjq")).toEqual(["MOUSE-10 initials"]);
    await db.query("update sku set del_flag = 1 where sku_code = 'MOUSE-10'");
    expect(await found("gjq")).toEqual([]);
  });
});

it("only rows of the caller's data scope are offered", async () => {
  const { db } = backend;
  const user = (name: string) =>
    db.one<{ id: string; dept: string }>("select id, dept_id as dept from sys_user where username = $1", [name]);
  const [ops, buyer] = [await user("ops"), await user("buyer")];
  for (const [no, who] of [
    ["QGA0001", ops],
    ["QGA0002", buyer],
  ] as const)
    await db.query(
      `insert into purchase_requisition (no, create_by, dept_id, req_type, status, expect_date, warehouse_id, progress)
       values ($1, $2, $3, 'packing', 'draft', '2099-01-01', 1, 'none')`,
      [no, who?.id, who?.dept],
    );
  expect(await found("qga", "/purchase/requisition", "ops")).toEqual(["QGA0001 begin"]);
  expect(await found("qga", "/purchase/requisition", "admin")).toEqual(["QGA0001 begin", "QGA0002 begin"]);
});

it("rows that were there before are found once the tables are brought up to date", async () => {
  const { db } = backend;
  await db.query("alter table sku disable trigger sku_find");
  await db.query("update sku set find_text = null where sku_code = 'MOUSE-1'");
  await db.query("alter table sku enable trigger sku_find");
  expect(await found("线鼠")).toEqual([]);
  await db.query("comment on function sku_find() is null");
  await syncTables(db, documents);
  expect(await found("线鼠")).toEqual(["MOUSE-1 part"]);
});

it("among very many rows by indexes alone", async () => {
  const { db } = backend;
  await db.query(
    `insert into sku (sku_code, name, sku_type, unit, status)
     select 'BULK' || lpad(n::text, 6, '0'), '蓝牙耳机' || n, 'normal', 'pcs', 'approved'
     from generate_series(1, 5000) n`,
  );
  await db.query("vacuum analyze sku");
  const plan = async (typed: string) => {
    const where = new Where().and("t.tenant_id = ?", "1").and("t.del_flag = 0");
    const query = findQuery(documentNamed("sku"), where, typed);
    const rows = await db.query<Record<string, string>>(`explain ${query}`, where.values);
    return rows.map((r) => r["QUERY PLAN"]).join("\n");
  };
  for (const typed of ["鼠标", "wxsb", "x00mouse", "sb"]) {
    const text = await plan(typed);
    expect(text).toContain("sku_find_ix");
    expect(text).toContain("sku_begin_ix");
    expect(text).not.toContain("Seq Scan");
  }
});
