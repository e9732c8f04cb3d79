// Long because one company is told of on one database, in order: each import stands on the one before.
import { strToU8, zipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bookOf, openWorkbooks, put, yuanfan } from "./workbook.testing";

/* The workbook of a company that begins (company.md 1.3, 11): one story on one database, in order. */

let w: Awaited<ReturnType<typeof openWorkbooks>>;
let file: Uint8Array;
beforeAll(async () => {
  w = await openWorkbooks();
  file = await bookOf(yuanfan());
});
afterAll(() => w?.backend.close());

it("says of seven planted errors exactly these, each at its cell", async () => {
  const t = yuanfan();
  put(t, "02币种汇率", 1, 2, -0.915);
  put(t, "04人员", 3, 4, "采购员工");
  put(t, "05仓库", 1, 5, "AMZ-US-B");
  put(t, "08供应商", 3, 5, 13);
  put(t, "10SKU", 5, 6, "2000000000061");
  put(t, "11组合", 1, 1, "SET0001-A");
  put(t, "12平台映射", 4, 1, "HKC-BK-US");
  const found = await w.checked(await bookOf(t));
  expect(found.message).toBeNull();
  expect(found.errors.map(({ sheet, cell, value, msg }) => `${sheet}!${cell} ${value} ${msg}`)).toEqual([
    "02币种汇率!C3 -0.915 官方汇率必须大于0",
    "04人员!E5 采购员工 找不到角色“采购员工”，是否为“采购员”？",
    "05仓库!F3 AMZ-US-B 找不到店铺“AMZ-US-B”，“06店铺”和系统中都没有",
    "08供应商!F5 13 外币供应商 S04 开票类型为不开票，税率须为0",
    "10SKU!G7 2000000000061 条码校验位错误，应为 2000000000060",
    "11组合!B3 SET0001-A 组合不能包含自己或其他组合SKU",
    "12平台映射!B6 HKC-BK-US 店铺和MSKU与第2行重复",
  ]);
  expect(found).toMatchObject({ status: "refused", errorCount: 7 });
});

const MASTERS = "01,02,03,04,05,06,07,08,09,10,11,12,13";

/** Rows that each sheet of 远帆 makes, and those that are there already. */
const MADE: Record<string, [added: number, same: number]> = {
  "01公司主体": [3, 0],
  "02币种汇率": [6, 0],
  "03部门": [6, 0],
  "04人员": [10, 0],
  "05仓库": [2, 0],
  "06店铺": [2, 0],
  "07小组": [1, 0],
  "08供应商": [6, 0],
  "09SPU": [7, 0],
  "10SKU": [12, 0],
  "11组合": [2, 0],
  "12平台映射": [9, 0],
  "13审批阈值": [0, 2],
};

it("takes the company 远帆 in: what the check said is what is there, in force and told once", async () => {
  const found = await w.checked(file);
  expect(found.errors).toEqual([]);
  const counts = Object.fromEntries(found.sheets.map((s) => [s.name, [s.added, s.same]]));
  expect(counts).toEqual(MADE);
  expect(await w.count("supplier")).toBe(0);
  await w.step(found.id, "commit");
  const done = await w.state(found.id);
  expect(done).toMatchObject({ status: "done", added: 66, changed: 0, passwords: true });
  const tables = ["company", "exchange_rate", "sys_dept", "sys_user", "warehouse", "store", "ops_group", "supplier"];
  expect(await Promise.all(tables.map(w.count))).toEqual([3, 6, 7, 11, 2, 2, 1, 6]);
  expect(await Promise.all(["product", "spu", "sku", "sku_combo_item", "sku_listing"].map(w.count))).toEqual([
    7, 7, 12, 2, 9,
  ]);
  expect(
    await w.db.query(`select (select count(*)::int from supplier where status = 'approved') as suppliers,
      (select count(*)::int from product where status = 'approved') as products,
      (select count(*)::int from spu where status = 'enabled') as spus,
      (select count(*)::int from sku where status = 'approved') as skus`),
  ).toEqual([{ suppliers: 6, products: 7, spus: 7, skus: 12 }]);
  expect(
    await w.db.query(`select d.code, u.username as leader, (select s.username from sys_user s where s.id = u.superior_id)
      as superior from sys_dept d join sys_user u on u.id = d.leader_id where d.code = 'CG'`),
  ).toEqual([{ code: "CG", leader: "pm1", superior: "boss" }]);
  const told = await w.db.query(
    `select action, count(*)::int as n from sys_oper_log where biz_type = 'sku' group by action`,
  );
  expect(told).toEqual([{ action: "期初导入", n: 12 }]);
});

it("takes all of it back while nothing stands on it, and in again", async () => {
  const before = ["company", "exchange_rate", "sys_dept", "sys_user", "warehouse", "store", "ops_group", "supplier"];
  const [{ id = "" } = {}] = await w.db.query<{ id: string }>("select id from workbook_import where state = 'done'");
  await w.step(id, "undo");
  expect(await w.state(id)).toMatchObject({ status: "undone", message: null });
  expect(await Promise.all(before.map(w.count))).toEqual([0, 0, 1, 1, 0, 0, 0, 0]);
  expect(await Promise.all(["product", "spu", "sku", "sku_combo_item", "sku_listing"].map(w.count))).toEqual([
    0, 0, 0, 0, 0,
  ]);
  const again = await w.checked(file);
  expect(again).toMatchObject({ status: "checked", added: 66 });
  await w.step(again.id, "commit");
  expect(await w.state(again.id)).toMatchObject({ status: "done", added: 66 });
});

it("gives the one-time passwords once, to who imported", async () => {
  const [{ id = "" } = {}] = await w.db.query<{ id: string }>("select id from workbook_import where state = 'done'");
  const { body } = await w.send("POST", `/${id}/passwords`, {});
  expect(body.data.text.split("\r\n")[1]).toMatch(/^boss,周总,\S{8,}$/);
  expect((await w.send("POST", `/${id}/passwords`, {})).status).toBe(404);
});

it("takes one file once; what is in changes nothing", async () => {
  const again = await w.checked(file);
  expect(again).toMatchObject({ status: "checked", added: 0, changed: 0, changes: [], errorCount: 0 });
  expect(await w.send("POST", `/${again.id}/commit`, {})).toMatchObject({ status: 409, body: { msg: "该文件已导入" } });
});

it("changes what the file says otherwise, tells old and new, and takes it back", async () => {
  const t = yuanfan();
  put(t, "08供应商", 0, 10, "杭州市");
  put(t, "08供应商", 0, 11, "pm1");
  put(t, "10SKU", 0, 7, 42.5);
  put(t, "11组合", 1, 2, 3);
  put(t, "13审批阈值", 0, 2, 20_000);
  put(t, "12平台映射", 8, 6, "B000000001");
  put(t, "02币种汇率", 0, 4, "<清空>");
  for (const row of t["03部门"] ?? []) row[3] = null;
  const done = await w.imported(t);
  expect(done).toMatchObject({ added: 0, changed: 6, changeCount: 7 });
  expect(done.changes.map(({ sheet, cell, label, from, to }) => `${sheet}!${cell} ${label} ${from}→${to}`)).toEqual([
    "02币种汇率!E2 来源 中间价→",
    "08供应商!K2 地址 宁波市→杭州市",
    "08供应商!L2 负责采购员 buyer1→pm1",
    "10SKU!H2 参考采购价(不含税) 41.2→42.5",
    "11组合!C3 数量 2→3",
    "12平台映射!G10 ASIN →B000000001",
    "13审批阈值!C2 金额 10000→20000",
  ]);
  const price = () =>
    w.db.query(
      `select k.purchase_price::float8 as own, p.price::float8 as offer, (select count(*)::int from sys_dept where leader_id is not null) as led
       from sku k join sku_supplier_price p on p.sku_id = k.id and p.del_flag = 0 where k.sku_code = 'HKC0001-BK'`,
    );
  expect(await price()).toEqual([{ own: 42.5, offer: 42.5, led: 7 }]);
  await w.step(done.id, "undo");
  expect(await w.state(done.id)).toMatchObject({ status: "undone", message: null });
  expect(await price()).toEqual([{ own: 41.2, offer: 41.2, led: 7 }]);
  const back = await w.checked(await bookOf(yuanfan()));
  expect(back).toMatchObject({ added: 0, changed: 0 });
});

it("writes nothing when it is refused in the middle or its process goes", async () => {
  const t = { "07小组": [["G7", "七组", "YY", null]], "09SPU": [["AAA0001", "新款", "New", "厨房用具", null]] };
  const found = await w.checked(await bookOf(t));
  expect(found).toMatchObject({ status: "checked", added: 2 });
  await w.db.query(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'no room'; end $$`);
  await w.db.query("create trigger full_up before insert on spu execute function no_room()");
  await w.step(found.id, "commit");
  expect(await w.state(found.id)).toMatchObject({ status: "checked", message: expect.stringContaining("没有写入") });
  expect(await w.count("ops_group")).toBe(1);
  await w.db.query("drop trigger full_up on spu");
  // As a process leaves it that ended while it wrote.
  await w.db.query("update workbook_import set state = 'committing', begun = true where id = $1", [found.id]);
  const other = await bookOf({ "07小组": [["G8", "八组", "YY", null]] });
  expect(await w.upload(other)).toMatchObject({ status: 409, body: { msg: "已有导入在进行" } });
  await w.run();
  expect(await w.state(found.id)).toMatchObject({ status: "checked", message: expect.stringContaining("导入中断") });
  expect(await w.count("ops_group")).toBe(1);
  await w.step(found.id, "commit");
  expect(await w.count("ops_group")).toBe(2);
  await w.step(found.id, "undo");
  expect(await w.state(found.id)).toMatchObject({ status: "undone" });
  expect(await w.count("ops_group")).toBe(1);
});

it("keeps what is used: an undo names it and changes nothing", async () => {
  const done = await w.imported({
    "07小组": [["G9", "九组", "YY", null]],
    "10SKU": [["HKC0001-RD", "保温壶 红", "普通", "HKC0001", "颜色:红色"]],
  });
  await w.db.query(
    "update sys_user set group_ids = array[(select id from ops_group where group_code = 'G9')] where username = 'ops1'",
  );
  await w.step(done.id, "undo");
  expect(await w.state(done.id)).toMatchObject({
    status: "done",
    message: "1行已被使用，不能撤回",
    used: [{ text: "运营小组 九组", href: "/baseSetup/group/index" }],
  });
  expect(await w.count("sku")).toBe(13);
  await w.db.query(
    "update sys_user set group_ids = array[(select id from ops_group where group_code = 'G1')] where username = 'ops1'",
  );
  await w.step(done.id, "undo");
  expect(await w.count("sku")).toBe(12);
});

it("refuses cells that nobody can be sure of", async () => {
  const t = {
    "02币种汇率": [["USD", "31.1.2026", 7, null, null]],
    "06店铺": [[new Date(Date.UTC(2026, 0, 2)), "乙", null, "US", null, null, null]],
    "07小组": [["G5", "#N/A", "YY", null]],
    "03部门": [
      ["A1", "甲", "A2", null],
      ["A2", "乙", "A1", null],
    ],
    "08供应商": [["00012", "零零", "货品"]],
  };
  const found = await w.checked(await bookOf(t, { merges: { "07小组": [1, 2, 1, 3] } }));
  expect(found.errors.map(({ sheet, cell, msg }) => `${sheet}!${cell} ${msg}`)).toEqual([
    "02币种汇率!B2 日期“31.1.2026”无法识别，应如2026-01-31",
    "03部门!C2 部门层级出现循环：A1→A2→A1",
    "03部门!C3 部门层级出现循环：A2→A1→A2",
    "06店铺!A2 编码被存成了日期，请把单元格设为文本后重新填写",
    "07小组!B2 名称是错误值#N/A",
    "07小组!C2 单元格C2:D2已合并，请取消合并后重新填写",
    "08供应商!E2 请填写开票类型",
    "08供应商!G2 请填写结算方式",
    "08供应商!K2 请填写地址",
    "08供应商!L2 请填写负责采购员",
  ]);
  const rows = await w.db.query("select key from import_row where sheet = '08供应商' and import_id = $1", [found.id]);
  expect(rows).toEqual([{ key: "00012" }]);
});

it("says at once what is no workbook", async () => {
  const said = async (content: Uint8Array | string, name: string) =>
    (await w.upload(typeof content === "string" ? new TextEncoder().encode(content) : content, name)).body.msg;
  expect(await said("名称", "a.csv")).toBe("请上传xlsx文件，或由csv文件组成的zip");
  const locked = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
  expect(await said(locked, "a.xlsx")).toBe("文件已加密，请取消密码后上传");
  const none = await w.checked(await bookOf({ "07小组": [] }));
  expect(none).toMatchObject({ status: "failed", message: "文件没有数据" });
});

it("is for who may: a low role is refused, others fill the sheets that they may add to", async () => {
  const hash = "(select password from sys_user where username = 'admin')";
  await w.db.query(`update sys_user set password = ${hash} where username in ('ops1', 'pm1')`);
  const own = await bookOf({ "07小组": [["G5", "五组", "YY", null]] });
  expect((await w.upload(own, "a.xlsx", "ops1")).status).toBe(403);
  expect((await w.send("GET", "", undefined, "ops1")).status).toBe(403);
  const sent = await w.upload(own, "a.xlsx", "pm1");
  await w.run();
  expect(await w.state(sent.body.data.id)).toMatchObject({ status: "failed", message: "没有导入“07小组”的权限" });
});

it("does not find what another tenant has", async () => {
  await w.db.query(
    `insert into supplier (tenant_id, no, name, code, supplier_type, status, currency, create_by)
     values (2, 'GY-2', '别家', 'OTHER', 'goods', 'approved', 'CNY', 1)`,
  );
  const t = { "10SKU": [["HKC0001-GR", "保温壶 绿", "普通", "HKC0001", "颜色:绿色"]] };
  const rows = t["10SKU"][0];
  while (rows && rows.length < 15) rows.push("");
  rows?.push("OTHER");
  const found = await w.checked(await bookOf(t));
  expect(found.errors.map(({ cell, msg }) => `${cell} ${msg}`)).toEqual([
    "P2 找不到供应商“OTHER”，“08供应商”和系统中都没有",
  ]);
});

it("gives the file back with its faults marked, and a template that it takes itself", async () => {
  const bad = yuanfan();
  put(bad, "07小组", 0, 3, "nobody");
  const found = await w.checked(await bookOf(bad));
  const answer = await readXlsx(await w.bytes(`/${found.id}/errors`));
  expect(answer.sheets.find(({ name }) => name === "错误清单")?.rows[1]?.join()).toBe(
    "07小组,D2,nobody,找不到用户“nobody”，“04人员”和系统中都没有,错误",
  );
  const marked = answer.sheets.find(({ name }) => name === "07小组")?.cells?.get("1,3");
  expect(marked).toMatchObject({ value: "nobody", comment: { text: expect.stringContaining("找不到用户") } });
  const filled = await w.checked(await w.bytes(`/template?examples=1&sheets=${MASTERS}`), "模板.xlsx");
  expect(filled).toMatchObject({ status: "checked", added: 0, changed: 0, ignored: [], total: 68 });
  const short = await readXlsx(await w.bytes("/template?sheets=03,04"));
  expect(short.sheets.map(({ name }) => name)).toEqual(["说明", "03部门", "04人员", "字典"]);
});

it("reads a zip of csv files of these names", async () => {
  const text = "编码,名称,部门编码\r\nG6,六组,YY\r\n";
  const zip = zipSync({ "07小组.csv": strToU8(text) });
  expect(await w.checked(zip, "表.zip")).toMatchObject({ status: "checked", added: 1 });
});

it("is given up when nobody wants it any more", async () => {
  const { body } = await w.upload(await bookOf({ "07小组": [["G6", "六组", "YY", null]] }));
  expect((await w.send("POST", `/${body.data.id}/cancel`, {})).status).toBe(200);
  await w.run();
  expect(await w.state(body.data.id)).toMatchObject({ status: "cancelled" });
});

it("of a company at work makes drafts that wait for their approval, and takes nothing back", async () => {
  await w.db.query("update sys_tenant set phase = 'live' where id = 1");
  const row = ["S07", "绍兴布厂", "货品", "CNY", "专票", 13, "现结", null, null, null, "绍兴市", "buyer1"];
  const refused = await w.checked(await bookOf({ "08供应商": [row] }));
  expect(refused.errors.map(({ cell, msg }) => `${cell} ${msg}`)).toEqual(["A2 请输入统一社会信用代码"]);
  const packing = row.map((cell) => (cell === "货品" ? "包材" : cell));
  const done = await w.imported({ "08供应商": [packing] });
  expect(await w.db.query("select status from supplier where code = 'S07'")).toEqual([{ status: "draft" }]);
  expect(done.undoBlocked).toBe("系统已上线，不能撤回导入");
  await w.step(done.id, "undo");
  expect(await w.state(done.id)).toMatchObject({ status: "done", message: "系统已上线，不能撤回导入" });
  const closed = await w.checked(await bookOf({ "10SKU": [["HKC0001-BK", "改名"]] }));
  expect(closed.errors.map(({ cell, msg }) => `${cell} ${msg}`)).toEqual(["B2 该字段需走特殊编辑"]);
});
