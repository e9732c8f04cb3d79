import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call, refused } from "../auth/auth.testing";
import { writeLog } from "./write";

let backend: TestBackend;
let admin: string;
let ops: string;

beforeAll(async () => {
  backend = await testBackend();
  admin = await login(backend.url);
  ops = await login(backend.url, "ops");
  // A sign-in is logged a moment after its answer.
  await vi.waitFor(async () => expect(await backend.db.query("select 1 from sys_log")).toHaveLength(2));
  await backend.db.query("delete from sys_log");
  for (const [i, title] of ["新增商品", "修改商品", "删除100%_折扣"].entries())
    await writeLog(backend.db, {
      tenantId: "1",
      title,
      type: i === 2 ? "9" : "0",
      remoteAddr: `10.0.0.${i}`,
      userAgent: "test",
      requestUri: `/api/x/${i}?token=abc`,
      method: "POST",
      params: { id: i, password: "s3cret" },
      time: 5 - i,
      exception: i === 2 ? "单据不存在" : null,
      requestId: i ? `page-000${i}` : null,
      createBy: i ? "ops" : "admin",
    });
  await writeLog(backend.db, {
    tenantId: "2",
    title: "别的租户",
    type: "0",
    remoteAddr: "",
    userAgent: "",
    requestUri: "/",
    method: "POST",
    params: {},
    time: 1,
    exception: null,
    createBy: "x",
  });
});
afterAll(() => backend.close());

const page = (params: Record<string, string> = {}, token = admin) =>
  call(backend, "GET", "/admin/log/page", { params, token });
const titles = (answer: Awaited<ReturnType<typeof page>>) =>
  answer.body.data.records.map((r: { title: string }) => r.title);

describe("operation log", () => {
  test("a row carries pig's fields, masked", async () => {
    const { body } = await page({ createBy: "admin" });
    expect(body.data).toMatchObject({ total: 1, size: 20, current: 1, pages: 1 });
    expect(body.data.records[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      type: "0",
      title: "新增商品",
      serviceId: "erp-backend",
      remoteAddr: "10.0.0.0",
      userAgent: "test",
      requestUri: "/api/x/0?token=***",
      method: "POST",
      params: '{"id":0,"password":"******"}',
      requestId: null,
      time: 5,
      exception: null,
      createBy: "admin",
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });

  test("one row is read by its id, another tenant's is not there", async () => {
    const { body } = await page({ createBy: "admin" });
    const [row] = body.data.records;
    const read = (id: string, token = admin) => call(backend, "GET", `/admin/log/${id}`, { token });
    expect((await read(row.id)).body.data).toEqual(row);
    const [foreign] = await backend.db.query<{ id: string }>("select id from sys_log where tenant_id = 2");
    expect(await read(foreign?.id ?? "")).toEqual(refused(404, "单据不存在"));
    expect(await read(row.id, ops)).toEqual(refused(403, "当前操作没有权限"));
  });

  test("filters, order and pages", async () => {
    expect(titles(await page({ type: "9" }))).toEqual(["删除100%_折扣"]);
    expect(titles(await page({ title: "%_" }))).toEqual(["删除100%_折扣"]);
    expect(titles(await page({ remoteAddr: "10.0.0.1" }))).toEqual(["修改商品"]);
    expect(titles(await page({ requestId: "page-0002" }))).toEqual(["删除100%_折扣"]);
    expect(titles(await page({ requestId: "page-000" }))).toEqual([]);
    expect(titles(await page({ ascs: "time" }))).toEqual(["删除100%_折扣", "修改商品", "新增商品"]);
    expect((await page({ descs: "time;drop table sys_log" })).status).toBe(400);
    expect(titles(await page({ createTimeTo: "2020-01-01" }))).toEqual([]);
    expect((await page({ createTimeFrom: "2020-01-01" })).body.data.total).toBe(3);
    const wrong = await page({ createTimeTo: "nonsense" });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ["createTimeTo"]]);
    const second = await page({ current: "2", size: "2", ascs: "createTime" });
    expect(second.body.data).toMatchObject({ total: 3, pages: 2, current: 2, size: 2 });
    expect(titles(second)).toHaveLength(1);
  });

  test("needs its permissions", async () => {
    expect(await page({}, ops)).toEqual(refused(403, "当前操作没有权限"));
    expect((await page({}, "")).status).toBe(401);
    for (const [method, path] of [
      ["GET", "/admin/log/export"],
      ["GET", "/admin/log/error/page"],
      ["DELETE", "/admin/log/1"],
    ] as const)
      expect((await call(backend, method, path, { token: ops })).status, path).toBe(403);
  });

  test("nobody deletes what happened, and the try is logged", async () => {
    const { body } = await page({ title: "修改商品" });
    const [row] = body.data.records;
    const del = await call(backend, "DELETE", `/admin/log/${row.id}`, { token: admin });
    const said = "操作日志不能删除，超出保留期限的由系统清理";
    expect(del).toEqual(refused(403, said));
    expect(titles(await page({ title: "修改商品" }))).toEqual(["修改商品"]);
    const tries = async () => (await page({ title: "删除操作日志" })).body.data.records;
    await expect.poll(async () => (await tries()).map((r: { exception: string }) => r.exception)).toContain(said);
  });

  test("export streams the filtered rows under the filter in words, and is noted", async () => {
    const answer = await fetch(`${backend.url}/admin/log/export?${new URLSearchParams({ type: "9", title: "折扣" })}`, {
      headers: { authorization: `Bearer ${admin}` },
    });
    expect(answer.headers.get("content-disposition")).toContain(
      `filename*=UTF-8''${encodeURIComponent("操作日志")}.xlsx`,
    );
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    const [filter, headers, ...rows] = sheets[0]!.rows;
    expect(filter?.[0]).toBe("演示数据　筛选条件：操作：折扣；类型：异常");
    expect(headers?.slice(0, 3)).toEqual(["操作", "类型", "操作人"]);
    expect(rows.map((r) => r.slice(0, 3))).toEqual([["删除100%_折扣", "异常", "ops"]]);
    expect(rows.map((r) => r[headers?.indexOf("请求编号") ?? -1])).toEqual(["page-0002"]);
    await expect
      .poll(async () => (await page({ title: "导出操作日志" })).body.data.records[0]?.params)
      .toBe('{"filter":"操作：折扣；类型：异常","rows":1}');
  });
});
