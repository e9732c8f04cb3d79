import { afterAll, beforeAll, expect, it } from "vitest";
import { bookOf, openWorkbooks, put, type Tables, wholeYuanfan } from "./workbook.testing";

/* Sheets 14 to 19 (company.md 1.3, 2, 11): what a company brings along, from the file to its drafts and back. */

let w: Awaited<ReturnType<typeof openWorkbooks>>;
beforeAll(async () => {
  w = await openWorkbooks();
  await w.db.query("update sys_tenant set go_live_date = '2026-01-01' where id = 1");
});
afterAll(() => w?.backend.close());

const only = (tables: Tables, ...sheets: string[]): Tables =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => sheets.includes(name)));
const drafts = () =>
  w.db.query<{ id: string; kind: string; company: string | null; rows: number; sums: string; status: string }>(
    `select o.id, o.kind, c.code as company, o.row_count as rows, o.sums, o.status from opening o
       left join company c on c.id = o.company_id where o.del_flag = 0 order by o.id`,
  );
const act = async (id: string, action: string, input: object = {}) => {
  const row = await w.db.one<{ version: number }>("select version from opening where id = $1", [id]);
  return w.call("POST", `/finance/opening/${id}/${action}`, { version: row?.version, ...input });
};
const bookAll = async () => {
  for (const { id, status } of await drafts()) if (status === "draft") expect(await act(id, "book")).toBe("ok");
};
const said = (found: { errors: { sheet: string; cell: string; msg: string; asks: boolean }[] }) =>
  found.errors.map(({ sheet, cell, msg, asks }) => `${asks ? "? " : ""}${sheet}!${cell} ${msg}`);

it("says of ten planted errors exactly these, each at its cell", async () => {
  const t = wholeYuanfan();
  put(t, "02币种汇率", 1, 2, -0.915);
  put(t, "04人员", 3, 4, "采购员工");
  put(t, "05仓库", 1, 5, "AMZ-US-B");
  put(t, "08供应商", 3, 5, 13);
  put(t, "10SKU", 5, 6, "2000000000061");
  put(t, "11组合", 1, 1, "SET0001-A");
  put(t, "12平台映射", 4, 1, "HKC-BK-US");
  put(t, "14期初库存", 7, 3, null);
  put(t, "16期初采购单", 3, 9, 2001);
  put(t, "17期初应付预付", 7, 8, "OLD-PO-2512-004");
  const found = await w.checked(await bookOf(t));
  expect(found.message).toBeNull();
  expect(said(found)).toEqual([
    "02币种汇率!C3 官方汇率必须大于0",
    "04人员!E5 找不到角色“采购员工”，是否为“采购员”？",
    "05仓库!F3 找不到店铺“AMZ-US-B”，“06店铺”和系统中都没有",
    "08供应商!F5 外币供应商 S04 开票类型为不开票，税率须为0",
    "10SKU!G7 条码校验位错误，应为 2000000000060",
    "11组合!B3 组合不能包含自己或其他组合SKU",
    "12平台映射!B6 店铺和MSKU与第2行重复",
    "14期初库存!D9 SKU PTF0001-WH 按有效期管理，请填写有效期",
    "16期初采购单!J5 已收数量2001超过订购数量2000",
    "17期初应付预付!I9 找不到采购单旧单号“OLD-PO-2512-004”，“16期初采购单”中没有",
  ]);
  expect(found).toMatchObject({ status: "refused", errorCount: 10, askCount: 0 });
});

it("makes one draft for each kind and company, and the file again changes nothing", async () => {
  const found = await w.checked(await bookOf(wholeYuanfan()));
  expect(said(found)).toEqual([]);
  const counts = found.sheets.filter(({ name }) => name >= "14").map((s) => [s.name, s.added]);
  expect(Object.fromEntries(counts)).toEqual({
    "14期初库存": 14,
    "15期初在途": 1,
    "16期初采购单": 4,
    "17期初应付预付": 8,
    "18期初平台订单": 2,
    "19期初红人测评": 2,
  });
  expect(await drafts()).toEqual([]);
  // Two people press at once, each for an upload of their own: one of them imports it.
  const other = await w.checked(await bookOf(wholeYuanfan()));
  const pressed = await Promise.all([found, other].map(({ id }) => w.send("POST", `/${id}/commit`, {})));
  expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409]);
  await w.run();
  const states = await Promise.all([found, other].map(async ({ id }) => (await w.state(id)).status));
  expect(states.sort()).toEqual(["checked", "done"]);
  expect((await drafts()).map(({ kind, company, rows, sums }) => [kind, company, rows, sums])).toEqual([
    ["stock", null, 14, "CNY 128946.88"],
    ["transit", null, 1, "CNY 4120.00"],
    ["purchase", "SZ01", 3, "CNY 29493.00"],
    ["purchase", "HK01", 1, "USD 3120.00"],
    ["payable", "SZ01", 5, "CNY 33703.00"],
    ["payable", "HK01", 1, "USD 2184.50"],
    ["prepaid", "SZ01", 1, "CNY 7424.10"],
    ["prepaid", "HK01", 1, "USD 936.00"],
    ["platformOrder", null, 2, "EUR 59.97；USD 59.99"],
    ["promo", null, 2, "USD 435.98"],
  ]);
  const again = await w.checked(await bookOf(wholeYuanfan()));
  expect(again).toMatchObject({ status: "checked", added: 0, changed: 0, changeCount: 0, errorCount: 0, askCount: 0 });
});

it("replaces a draft by what the file says now, and tells what goes", async () => {
  const t = only(wholeYuanfan(), "14期初库存", "19期初红人测评");
  put(t, "14期初库存", 2, 4, 1300);
  put(t, "14期初库存", 3, 8, "2025-06-30");
  t["14期初库存"]?.splice(13, 1);
  const done = await w.imported(t);
  expect(said(done)).toEqual([expect.stringMatching(/^\? 14期初库存!A2 期初单 QJ\d+ 有1行不在文件中，导入后去掉$/)]);
  expect(done.changes.map(({ sheet, cell, label, from, to }) => `${sheet}!${cell} ${label} ${from}→${to}`)).toEqual([
    "14期初库存!E4 良品 1250→1300",
    "14期初库存!I5 入库日期 →2025-06-30",
  ]);
  expect(done).toMatchObject({ added: 0, changed: 2 });
  expect((await drafts()).filter(({ kind }) => kind === "stock")).toEqual([
    expect.objectContaining({ rows: 13, sums: "CNY 118656.38" }),
  ]);
  await w.imported(only(wholeYuanfan(), "14期初库存"));
  expect((await drafts()).filter(({ kind }) => kind === "stock")).toEqual([
    expect.objectContaining({ rows: 14, sums: "CNY 128946.88" }),
  ]);
});

it("leaves what is booked: the same is known, another figure is refused at its cell, what is new is a draft", async () => {
  await bookAll();
  const same = await w.checked(await bookOf(wholeYuanfan()));
  expect(same).toMatchObject({ status: "checked", added: 0, changed: 0, errorCount: 0 });
  const t = wholeYuanfan();
  put(t, "14期初库存", 0, 4, 321);
  put(t, "17期初应付预付", 1, 7, 7911);
  put(t, "19期初红人测评", 0, 4, 401);
  const found = await w.checked(await bookOf(t));
  expect(said(found)).toEqual([
    expect.stringMatching(/^14期初库存!E2 期初单 QJ\d+ 已入账，请先撤销$/),
    expect.stringMatching(/^17期初应付预付!H3 期初单 QJ\d+ 已入账，请先撤销$/),
    expect.stringMatching(/^19期初红人测评!E2 期初单 QJ\d+ 已入账，请先撤销$/),
  ]);
  const more = only(wholeYuanfan(), "14期初库存");
  more["14期初库存"]?.push(["WH-SZ", "BTH0001-PK", null, null, 10, 0, 28, null, "2025-10-01"]);
  expect(await w.imported(more)).toMatchObject({ added: 1, changed: 0 });
  await bookAll();
  const [{ day } = { day: "" }] = await w.db.query<{ day: string }>(
    "select l.day::text from stock_layer l join sku k on k.id = l.sku_id where k.sku_code = 'BTH0001-PK'",
  );
  expect(day).toBe("2025-10-01");
  expect(await w.db.query("select * from stock_layer_faults")).toEqual([]);
});

it("refuses what lacks or cannot be, at its cell", async () => {
  const t: Tables = {
    "14期初库存": [
      ["WH-SZ", "HKC0001-WH", "N1", null, 0, 0, 1, null, null],
      ["WH-SZ", "HKC0001-WH", "N2", null, 5, 0, null, null, null],
    ],
    "15期初在途": [["T1", "WH-SZ", "WH-XX", "HKC0001-WH", 5, 1, null, null]],
    "16期初采购单": [["P1", "S04", "HK01", "WH-SZ", "USD", null, "2026-02-01", "HKC0001-WH", 5, 0, 1, 0, null]],
    "17期初应付预付": [["应付", "S01", "SZ01", "CNY", null, null, null, 5, null]],
    "18期初平台订单": [["X1", "AMZ-US-A", "昨天", "SET-A-US", 1, 1, null]],
    "19期初红人测评": [["红人合作", "K9", "某人", "USD", 5, null, "AMZ-US-A", null]],
  };
  expect(said(await w.checked(await bookOf(t)))).toEqual([
    "14期初库存!E2 良品和次品数量合计至少为1",
    "14期初库存!G3 请填写单位成本或金额",
    "15期初在途!C2 找不到仓库“WH-XX”，“05仓库”和系统中都没有",
    "16期初采购单!M2 外币采购请选择贸易条款",
    "17期初应付预付!E2 请输入旧单号",
    "18期初平台订单!C2 时间“昨天”无法识别，应如2026-01-31 10:20",
    "19期初红人测评!H2 店铺和MSKU请一起填写",
  ]);
});

it("is taken back when its openings are undone, and not before", async () => {
  const { id } = (await w.db.one<{ id: string }>(
    "select id from workbook_import where state = 'done' order by id limit 1",
  )) ?? { id: "" };
  const later = await w.db.query<{ id: string }>(
    "select id from workbook_import where state = 'done' and id <> $1 order by id desc",
    [id],
  );
  await w.step(id, "undo");
  expect(await w.state(id)).toMatchObject({ status: "done", message: expect.stringMatching(/行已被使用，不能撤回$/) });
  for (const row of (await drafts()).reverse())
    if (row.status === "booked") expect(await act(row.id, "undo", { reason: "重新录入" })).toBe("ok");
  for (const table of ["stock_move", "ap_entry", "ap_due", "stock", "stock_layer", "platform_order"])
    expect([table, (await w.db.one(`select count(*)::int as n from ${table}`))?.n]).toEqual([table, 0]);
  for (const one of later) {
    await w.step(one.id, "undo");
    expect(await w.state(one.id)).toMatchObject({ status: "undone", message: null });
  }
});

it("of a company at work is refused", async () => {
  await w.db.query("update sys_tenant set phase = 'live' where id = 1");
  const found = await w.checked(await bookOf(only(wholeYuanfan(), "14期初库存")));
  expect(said(found)).toEqual(["14期初库存!A2 系统已上线，期初只能用更正单"]);
});
