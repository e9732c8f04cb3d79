import { afterAll, beforeAll, expect, test } from "vitest";
import { office } from "#backend/domain/product/product.testing";
import { today } from "#backend/platform/values";
import { documentNamed } from "#documents";
import { type OpeningCheck, openingCheck } from "#documents/finance/opening-check";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { type FirstDay, openFirstDay } from "./opening.testing";

// 期初核对 and 上线 by the calls of the pages (company.md 1.2, 2.3).

let backend: TestBackend;
let d: FirstDay;
let o: ReturnType<typeof office>;
beforeAll(async () => {
  backend = await testBackend();
  o = office(backend);
  await backend.db.query("insert into sys_tenant (id, name, code, phase) values (2, '别家', 'other', 'setup')");
  d = await openFirstDay(20, backend.db);
});
afterAll(() => backend.close());

const check = async (who = "finance"): Promise<OpeningCheck> =>
  openingCheck.parse(o.good(await o.as(who).send("GET", "/setup/openings/check")));
const post = (who: string, way: string, body: object = {}) => o.as(who).send("POST", way, { ...body });
const said = async (who: string, way: string, body: object = {}) => {
  const { status, body: answer } = await post(who, way, body);
  return status === 200 ? "ok" : answer.msg;
};
const sign = (who: string) => said(who, "/setup/openings/sign");
const type = (figures: object[], who = "finance") => said(who, "/setup/openings/check", { figures });
const rowOf = ({ rows }: OpeningCheck, measure: string, by: string) =>
  rows.find((row) => row.measure === measure && row.by === by);
const goLive = (name: string, who = "admin") => said(who, "/setup/golive", { name });

test("a file or a form names rows by code; what is wrong is said at its cell, and who may not adds none", async () => {
  const { api } = documentNamed("opening");
  const line = { warehouse: "YF-SZ", sku: "BTH0001-PK", goodQty: 2, badQty: 1, unitCost: "3.333333" };
  const add = async (who: string, stocks: object[]) => {
    const { status, body } = await o.as(who).send("POST", api, { kind: "stock", stocks });
    return status === 200 ? { id: body.data.id } : { status, msg: body.msg, fields: body.fields };
  };
  expect(await add("buyer", [line])).toMatchObject({ status: 403 });
  expect(await add("admin", [{ ...line, sku: "BTH0001" }])).toMatchObject({
    status: 400,
    msg: "找不到SKU“BTH0001”",
    fields: { "stocks.0.skuId": "找不到SKU“BTH0001”" },
  });
  expect(await add("admin", [{ ...line, unitCost: null }])).toMatchObject({ msg: "请填写单位成本或金额" });
  expect(await add("admin", [line, line])).toMatchObject({ id: expect.any(String) });
  const { id } = await add("admin", [line]);
  const row = await o.as("admin").read<{ rowCount: number; sums: string; stocks: object[] }>(api, id);
  expect(row).toMatchObject({ rowCount: 1, sums: "CNY 10.00", stocks: [{ skuCode: "BTH0001-PK", value: "10.00" }] });
  expect((await o.as("finance").act(api, id, "book")).status).toBe(403);
  expect((await o.as("admin").act(api, id, "book")).status).toBe(200);
  expect((await o.as("admin").act(api, id, "book")).body.msg).toBe("已入账状态不能入账");
  const again = await add("admin", [line]);
  expect((await o.as("admin").act(api, again.id, "book")).body.msg).toBe("SKU BTH0001-PK 已有流水，不能录入期初");
  expect((await o.as("admin").act(api, id, "undo", { reason: "录错了" })).status).toBe(200);
  await d.db.query("update opening set del_flag = 1 where status = 'draft'");
});

test("what is not signed does not go live; two others than who booked sign what they see", async () => {
  expect(await goLive("x")).toBe("“公司与主体”还没有完成");
  await backend.db.query("update company set enabled = false where code not in ('SZ01', 'HK01')");
  expect(await goLive("x")).toBe("“部门与人员”还没有完成");
  expect(await said("finance", "/admin/role/matrix")).toBe("当前操作没有权限");
  expect(await said("admin", "/admin/role/matrix")).toBe("ok");
  expect(await goLive("x")).toBe("期初核对尚未签署");
  expect(await sign("finance")).toBe("还没有已入账的期初单");
  const made = await d.bookAll();
  const first = await check();
  expect(first.rows.map(({ measure, by, ours }) => [measure, by, ours])).toEqual([
    ["库存数量", "远帆深圳仓", "6379"],
    ["库存金额", "远帆深圳仓", "76280.28"],
    ["库存数量", "远帆FBA仓", "1490"],
    ["库存金额", "远帆FBA仓", "52666.60"],
    ["在途数量", "远帆FBA仓", "100"],
    ["在途金额", "远帆FBA仓", "4120.00"],
    ["未到货采购数量", "CNY", "1350"],
    ["未到货采购价税合计", "CNY", "29493.00"],
    ["未到货采购数量", "USD", "400"],
    ["未到货采购价税合计", "USD", "3120.00"],
    ["应付", "CNY", "33703.00"],
    ["预付", "CNY", "7424.10"],
    ["应付净额", "CNY", "26278.90"],
    ["应付", "USD", "2184.50"],
    ["预付", "USD", "936.00"],
    ["应付净额", "USD", "1248.50"],
  ]);
  expect(await sign("finance")).toBe("还有16行未填旧系统数");
  const old: Record<string, string> = { 远帆深圳仓: "76280.30", 远帆FBA仓: "52666.60" };
  const figures = first.rows.map(({ key, measure, by, ours }) => ({
    key,
    old: measure === "库存金额" ? (old[by] ?? ours) : measure === "库存数量" && by === "远帆FBA仓" ? "1488" : ours,
    note: null,
  }));
  expect(await type(figures, "buyer")).toBe("当前操作没有权限");
  expect(await type(figures)).toBe("ok");
  const typed = await check();
  expect(rowOf(typed, "库存金额", "远帆深圳仓")).toMatchObject({ diff: "-0.02", state: "near" });
  expect(rowOf(typed, "库存数量", "远帆FBA仓")).toMatchObject({ diff: "2", state: "off" });
  expect(await sign("finance")).toBe("还有1行差异未说明");
  const unlike = figures.find(({ old: value }) => value === "1488");
  expect(await type([{ ...unlike, note: "平台少两件" }])).toBe("ok");
  expect(await sign("admin")).toBe("当前操作没有权限");
  expect(await sign("exec")).toBe("请先由财务签署");
  expect(await sign("finance")).toBe("ok");
  expect(await goLive("x")).toBe("期初核对尚未签署");

  // A figure typed after the first signature voids it.
  expect(await type([{ ...unlike, note: "平台少两件，已提交索赔" }])).toBe("ok");
  expect(await sign("exec")).toBe("期初已变动，请重新签署");
  expect(await sign("finance")).toBe("ok");
  expect(await sign("exec")).toBe("ok");

  // So does taking an opening back, and booking it anew.
  await d.undo(made.get("prepaidUsd") ?? "");
  expect((await check()).signs.every((s) => s.voided)).toBe(true);
  await d.booked("prepaidUsd");
  expect(await sign("finance")).toBe("ok");
  expect(await sign("exec")).toBe("ok");
  expect((await check()).refused).toBe("期初核对已签署");

  // Signed means equal to what was printed.
  const [kept] = await backend.db.query<{ rows: unknown }>(
    "select rows from opening_sign where role = 'EXEC' and void_time is null",
  );
  expect(kept?.rows).toEqual((await check()).rows);
});

test("the day is none to come and not long past, the name is the company's, and then all is locked", async () => {
  const day = (goLiveDate: string) => said("admin", "/setup/plan", { goLiveDate });
  expect(await day(today(-19))).toMatch(/^期初单 QJ\d+ 已入账，请先撤销$/);
  const plan = (days: number) =>
    backend.db.query("update sys_tenant set go_live_date = $1 where id = 1", [today(days)]);
  await plan(1);
  expect(await goLive("x")).toBe(`启用日${today(1)}还没有到`);
  await plan(-32);
  expect(await goLive("x")).toBe(`启用日${today(-32)}早于今天超过31天`);
  await plan(-20);
  const waiting = await d.add({ ...d.filled.payable, debts: d.filled.payable.debts });
  expect(await goLive("x")).toBe(`期初单 ${waiting.no} 未入账，请先入账或删除`);
  await backend.db.query("update opening set del_flag = 1 where no = $1", [waiting.no]);
  expect(await goLive("x", "finance")).toBe("当前操作没有权限");
  expect(await goLive("x")).toBe("与公司名称不一致");
  const company = await backend.db.one<{ name: string }>("select name from sys_tenant where id = 1");
  const made = await backend.db.one<{ id: string }>(
    "select id from opening where kind = 'stock' and status = 'booked'",
  );
  expect(await goLive(company?.name ?? "")).toBe("ok");
  expect(await backend.db.query("select distinct status from opening where del_flag = 0 order by 1")).toEqual([
    { status: "locked" },
    { status: "undone" },
  ]);
  expect(await backend.db.query("select phase from sys_tenant order by id")).toEqual([
    { phase: "live" },
    { phase: "setup" },
  ]);
  await expect(d.undo(made?.id ?? "")).rejects.toThrow("系统已上线，期初只能用更正单");
  await expect(d.add(d.filled.stock)).rejects.toThrow("系统已上线，期初只能用更正单");
  await expect(backend.db.query("select opening_undo(1, $1)", [made?.id])).rejects.toThrow(
    "系统已上线，期初只能用更正单",
  );
  expect(await type([{ key: "owed:CNY", old: "1", note: null }])).toBe("系统已上线，期初只能用更正单");
  // Ledgers go on; what was signed stays to be read.
  const signed = await check();
  expect(signed).toMatchObject({ phase: "live", booked: 0, locked: 8 });
  expect(rowOf(signed, "应付", "CNY")?.ours).toBe("33703.00");
  expect(
    await backend.db.one("select min(month) as first from month_close where tenant_id = 1 and end_date >= $1", [
      d.goLive,
    ]),
  ).toEqual({ first: d.goLive.slice(0, 7) });
});
