import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call, refused } from "../auth/auth.testing";
import { type ViewCheck, writeOperLog } from "./oper-log";

let backend: TestBackend;
let admin: string;
let ops: string;
let finance: string;

beforeAll(async () => {
  const ofOps: ViewCheck = async (_sql, caller, bizId) => caller.username === "ops" && bizId === "7";
  backend = await testBackend({}, { histories: new Map([["thing", ofOps]]) });
  [admin, ops, finance] = await Promise.all([
    login(backend.url),
    login(backend.url, "ops"),
    login(backend.url, "finance"),
  ]);
  for (const action of ["保存", "提交"])
    await writeOperLog(backend.db, {
      tenantId: "1",
      bizType: "thing",
      bizId: "7",
      action,
      fromState: action === "提交" ? "draft" : null,
      toState: action === "提交" ? "auditing" : "draft",
      diff: { title: ["旧", "新"], password: "x" },
      operator: { userId: "1", displayname: "张三" },
    });
  await writeOperLog(backend.db, { tenantId: "2", bizType: "thing", bizId: "7", action: "保存" });
});
afterAll(() => backend.close());

const history = (path: string, token: string) => call(backend, "GET", `/admin/operlog/${path}`, { token });

test("newest first, masked, own tenant only", async () => {
  const { body } = await history("thing/7", admin);
  expect(body.data.map((r: { action: string }) => r.action)).toEqual(["提交", "保存"]);
  expect(body.data[0]).toMatchObject({
    bizType: "thing",
    bizId: "7",
    fromState: "draft",
    toState: "auditing",
    diff: { title: ["旧", "新"], password: "******" },
    operator: "张三",
    time: expect.stringMatching(/^\d{4}-/),
  });
});

test("only who may view the document reads its history", async () => {
  expect(await history("thing/7", finance)).toEqual(refused(404, "单据不存在"));
  expect((await history("thing/7", ops)).body.data).toHaveLength(2);
  expect((await history("thing/8", ops)).status).toBe(404);
  expect((await history("thing/abc", ops)).status).toBe(400);
});

test("the table refuses every change and removal", async () => {
  for (const statement of ["update sys_oper_log set action = 'x'", "delete from sys_oper_log", "truncate sys_oper_log"])
    await expect(backend.db.query(statement), statement).rejects.toThrow("append only");
});

test("ids and codes of a declared document are told in words", async () => {
  await writeOperLog(backend.db, {
    tenantId: "1",
    bizType: "user",
    bizId: "1",
    action: "编辑",
    diff: { deptId: ["13", "2"], roleIds: [["1"], ["1", "16"]], lockFlag: ["0", "9"], email: [null, "a"] },
  });
  const { body } = await history("user/1", admin);
  expect(body.data[0].diff).toMatchObject({
    deptId: ["采购部", "总经办"],
    roleIds: ["系统管理员", expect.stringMatching(/^系统管理员、/)],
    lockFlag: ["正常", "锁定"],
  });
});
