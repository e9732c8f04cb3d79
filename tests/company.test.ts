import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import express from "express";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { forgetCallers } from "#backend/platform/auth/caller-cache";
import { readBackendConfig } from "#backend/platform/config";
import { onClient } from "#backend/platform/db/client";
import { today } from "#backend/platform/values";
import { documentNamed } from "#documents";
import { createBackend } from "../backend";
import { type Booted, boot } from "../backend/boot";
import { TEST_KEYS } from "../scripts/test-product.mjs";
import { copyDatabase, login } from "./harness";
import { databaseOf } from "./harness-database";
import { tokenCall } from "./harness-login";

// What DEMO=off leaves (company.md 1.1): a company's first day, from an empty database on.

const { admin, prefix } = inject("postgres");
const name = `${prefix}company`;
const DATA_DIR = mkdtempSync(path.join(inject("folder"), "company-"));
const file = path.join(DATA_DIR, "first-password");
const settings = { DATABASE_URL: databaseOf(admin, name), DATA_DIR, SECRET_KEYS: TEST_KEYS, CAPTCHA: "off" };
const off = readBackendConfig({ ...settings, DEMO: "off" });

let booted: Booted;
let url = "";
let token = "";
let bossPassword = "";
const said: string[] = [];
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  await onClient(admin, (c) => c.query(`create database ${name}`));
  booted = await boot(off, (line) => said.push(line));
  const backend = createBackend({ config: off, db: booted.db, jobs: [] });
  const server = express().use("/api", backend.router).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/api`;
  ends.push(() => server.close(), backend.close, booted.stop);
});
afterAll(async () => {
  for (const end of ends) await end();
  await onClient(admin, (c) => c.query(`drop database if exists ${name} with (force)`));
});

/** Tables that a company has rows in before it typed anything, and how many at most. */
const KEPT: Record<string, number> = {
  contract_template: 2,
  pinyin_letter: 30_000,
  schema_document: 1,
  schema_migration: 1_000,
  seed_marker: 5,
  seed_menu: 2_000,
  site: 12,
  sys_dept: 1,
  sys_dict: 60,
  sys_dict_item: 400,
  sys_menu: 2_000,
  sys_param: 80,
  sys_role: 20,
  sys_role_menu: 10_000,
  sys_tenant: 1,
  sys_user: 1,
  sys_user_role: 1,
};

it("has rows in no other table, and nothing invented in them", async () => {
  const tables = await booted.db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  expect(tables.length).toBeGreaterThan(150);
  const found: string[] = [];
  for (const { name: table } of tables) {
    const rows = await booted.db.query<{ row: string }>(`select to_jsonb(t)::text as row from "${table}" t`);
    if (rows.length > (KEPT[table] ?? 0)) found.push(`${table}: ${rows.length}`);
    if (KEPT[table] && !rows.length) found.push(`${table}: none`);
    // What was brought once and migrations name nothing that anybody sees.
    if (["seed_menu", "schema_migration", "schema_document"].includes(table)) continue;
    for (const { row } of rows)
      if (/示例|演示|demo|example|跨境通|MKT-/i.test(row) && !/示例模板|（示例）/.test(row))
        found.push(`${table}: ${row}`);
  }
  expect(found).toEqual([]);
});

it("knows the sites by the platform's own ids, and has no rate and no template in use", async () => {
  const one = (text: string) => booted.db.one<{ n: number }>(text);
  expect(await one("select count(*)::int as n from site where marketplace_id ~ '^A[A-Z0-9]{11,13}$'")).toEqual({
    n: 12,
  });
  expect(await one("select count(*)::int as n from exchange_rate")).toEqual({ n: 0 });
  expect(await one("select count(*)::int as n from contract_template where enabled")).toEqual({ n: 0 });
});

it("is no demonstration, and a demonstration no company", async () => {
  const on = readBackendConfig({ ...settings, DEMO: "on" });
  await expect(boot(on, () => {})).rejects.toThrow("此数据库是正式数据，不能用于演示，请设置DEMO=off");
  const demo = await copyDatabase();
  ends.push(demo.drop);
  const wrong = readBackendConfig({ ...settings, DATABASE_URL: demo.url, DEMO: "off" });
  await expect(boot(wrong, () => {})).rejects.toThrow(
    "此数据库是演示数据，不能用于正式环境，请更换DATA_DIR或DATABASE_URL",
  );
});

it("starts again as it is", async () => {
  const again = await boot(off, () => {});
  await again.stop();
  expect(await booted.db.one("select count(*)::int as n from sys_user")).toEqual({ n: 1 });
  const samples = "select path from sys_menu where path like 'https:%' or path = '/crud/index'";
  expect(await booted.db.query(samples)).toEqual([]);
});

it("gives a first password that opens nothing until it is changed", async () => {
  const first = readFileSync(file, "utf8").trim();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(said.join("\n")).toContain(first);
  const headers = { authorization: `Bearer ${await login(url, "admin", first)}`, "content-type": "application/json" };
  const ask = async (way: string, init?: RequestInit) => {
    const answer = await fetch(url + way, { headers, ...init });
    return { status: answer.status, msg: (await answer.json()).msg };
  };
  expect((await ask("/admin/user/info")).status).toBe(200);
  expect(await ask("/admin/dept/page")).toEqual({ status: 403, msg: "请先修改初始密码" });
  const change = { oldPassword: first, newPassword: "Yuanfan-2026" };
  expect((await ask("/admin/user/edit", { method: "PUT", body: JSON.stringify(change) })).status).toBe(200);
  expect((await ask("/admin/dept/page")).status).toBe(200);
  expect(existsSync(file)).toBe(false);
  token = headers.authorization;
});

it("says step by step what is missing, counted from what is there", async () => {
  const headers = { authorization: token, "content-type": "application/json" };
  const send = async (way: string, body?: object) => {
    const init = body && { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${url}/setup/steps${way}`, { headers, ...init });
    return { status: answer.status, ...(await answer.json()) };
  };
  const stepOf = async (key: string) => (await send("")).data.find((step: { key: string }) => step.key === key);
  expect((await send("")).data.filter((step: { status: string }) => step.status !== "todo")).toEqual([]);
  expect(await stepOf("company")).toMatchObject({ done: 0, need: 3, lacks: [{ text: "租户还没有名称" }, {}, {}] });
  expect((await stepOf("approvals")).lacks[0].text).toContain("财务");
  const one = booted.db.one.bind(booted.db);
  await one("update sys_tenant set name = '远帆'");
  const company = await one<{ id: string }>(
    `insert into company (tenant_id, version, del_flag, create_time, code, name, enabled)
     values (1, 0, 0, now(), 'SZ01', '深圳远帆', true) returning id`,
  );
  expect(await stepOf("company")).toMatchObject({
    status: "doing",
    done: 2,
    lacks: [{ text: "深圳远帆没有银行账户" }],
  });
  await booted.db.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     values ($1, 1, '招商银行', '6225880000', 'USD', true)`,
    [company?.id],
  );
  expect(await stepOf("company")).toMatchObject({ status: "done", lacks: [] });
  expect(await stepOf("rates")).toMatchObject({ status: "todo", lacks: [{ text: "缺少USD的汇率" }] });
  expect(await send("/rates/skip", { reason: "不用" })).toMatchObject({ status: 400, msg: "跳过原因至少5个字" });
  expect(await send("/company/skip", { reason: "以后再说吧" })).toMatchObject({ status: 409, msg: "此步骤不能跳过" });
  expect((await send("/rates/skip", { reason: "只用人民币" })).status).toBe(200);
  expect(await stepOf("rates")).toMatchObject({ status: "skipped", skipReason: "只用人民币", skippedBy: "系统管理员" });
  expect((await send("/rates/restore", {})).status).toBe(200);
  expect((await stepOf("rates")).status).toBe("todo");
});

it("is set up by its administrator with the calls of the pages alone", async () => {
  const headers = { authorization: token, "content-type": "application/json" };
  async function send(method: string, way: string, body?: object) {
    const answer = await fetch(url + way, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const said = await answer.json();
    if (answer.status !== 200) throw new Error(`${method} ${way}: ${JSON.stringify(said)}`);
    return said.data;
  }
  const make = async (name: string, body: object): Promise<string> =>
    (await send("POST", documentNamed(name).api, body)).id;
  const roles: { id: string; roleCode: string }[] = await send("GET", "/admin/role/list");
  const { api } = documentNamed("tenant");
  const [tenant] = (await send("GET", `${api}/page`)).records;
  await send("PUT", api, { ...(await send("GET", `${api}/${tenant.id}`)), name: "深圳远帆科技" });
  const deptId = await make("dept", { name: "采购部" });
  const hired = await send("POST", documentNamed("user").api, {
    username: "boss",
    displayname: "总经理",
    deptId,
    roleIds: roles.filter(({ roleCode }) => roleCode !== "ADMIN").map(({ id }) => id),
  });
  const boss = hired.id;
  bossPassword = hired.oneTimePassword;
  const dept = documentNamed("dept").api;
  await send("PUT", dept, { ...(await send("GET", `${dept}/${deptId}`)), leaderId: boss });
  await make("company", {
    code: "HK01",
    name: "远帆香港",
    accounts: [{ bankName: "中国银行", accountNo: "0123456789", currency: "USD" }],
  });
  await make("warehouse", {
    code: "WH-SZ",
    name: "深圳仓",
    kind: "domestic",
    managerId: boss,
    address: "深圳市宝安区",
  });
  const [site] = (await send("GET", `${documentNamed("site").api}/page`)).records;
  await make("store", {
    storeCode: "AMZ-US-A",
    storeName: "美国店",
    platform: "amazon",
    siteId: site.id,
    sellerId: "A1",
    deptId,
  });
  await make("exchange_rate", { currency: "USD", effectiveDate: "2026-01-01", officialRate: "7.1", source: "银行" });
  await send("POST", "/admin/role/matrix", {});
  const steps: { key: string; status: string; lacks: { text: string }[] }[] = await send("GET", "/setup/steps");
  const open = steps.filter(({ status }) => status !== "done");
  expect(open.map(({ key }) => key)).toEqual(["categories", "suppliers", "products", "openings", "golive"]);
  // Some of them hold every role of an approval, so that no node is without a person.
  expect(steps.find(({ key }) => key === "approvals")?.lacks).toEqual([]);
});

it("only fills in drafts until it goes live with those calls, from which day on it works", async () => {
  async function send(method: string, way: string, body: object | undefined, as = token) {
    const headers = { authorization: as, "content-type": "application/json" };
    const answer = await fetch(url + way, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { msg, data } = await answer.json();
    return { status: answer.status, msg, data };
  }
  const [sku] = await booted.db.query<{ id: string }>(
    "insert into sku (sku_code, name, status, sku_type, unit) values ('A-1', '杯子', 'approved', 'normal', 'pcs') returning id",
  );
  const [warehouse] = await booted.db.query<{ id: string }>("select id from warehouse where code = 'WH-SZ'");
  const { api } = documentNamed("other_in");
  const items = [{ skuId: sku?.id, goodQty: 1, badQty: 0, unitCost: "1" }];
  const draft = { inType: "adjust", warehouseId: warehouse?.id, reason: "盘点后调整库存", items };
  const made = await send("POST", api, draft);
  expect(made.status).toBe(200);
  const submit = () => send("POST", `${api}/${made.data.id}/submit`, { version: 0, key: "golive" });
  const notLive = "系统尚未上线，请在“开始使用”完成上线";
  expect(await submit()).toMatchObject({ status: 409, msg: notLive });
  expect(await send("POST", api, { ...draft, inType: "opening" })).toMatchObject({ msg: "期初库存请用期初单录入" });
  const live = (name: string) => send("POST", "/setup/golive", { name });
  expect(await live("深圳远帆科技")).toMatchObject({ status: 409, msg: "期初核对尚未签署" });
  const signed = `Bearer ${await login(url, "boss", bossPassword)}`;
  expect(await send("POST", "/setup/openings/none", {})).toMatchObject({ status: 403 });
  expect((await send("POST", "/setup/openings/none", {}, signed)).status).toBe(200);
  expect(await live("深圳远帆科技")).toMatchObject({ status: 409, msg: "请先填写计划启用日" });
  expect((await send("POST", "/setup/plan", { goLiveDate: today() })).status).toBe(200);
  expect(await live("远帆")).toMatchObject({ status: 400, msg: "与公司名称不一致" });
  expect((await live("深圳远帆科技")).status).toBe(200);
  expect((await submit()).status).toBe(200);
  const late = await send("POST", api, { ...draft, bizDate: today(-1) });
  expect(late).toMatchObject({ status: 409, msg: `业务日期早于启用日${today()}` });
});

it("a first password ends after seven days", async () => {
  await booted.db.query("update sys_user set first_password_until = now() - interval '1 minute'");
  const { path: way, headers } = tokenCall("admin", "Yuanfan-2026");
  const answer = await fetch(url + way, { method: "POST", headers });
  expect(answer.status).toBe(426);
  expect((await answer.json()).msg).toContain("初始密码已过期");
  forgetCallers();
});
