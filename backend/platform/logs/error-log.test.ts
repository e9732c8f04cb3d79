import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call, refused } from "../auth/auth.testing";

let backend: TestBackend;
let admin: string;
let ops: string;

beforeAll(async () => {
  backend = await testBackend();
  [admin, ops] = await Promise.all([login(backend.url), login(backend.url, "ops")]);
});
afterAll(() => backend.close());

const upload = (body: unknown, token = ops) => call(backend, "POST", "/admin/log/logs", { body, token });

test("browser errors are stored without secrets, times in any spelling", async () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  const answer = await upload([
    {
      url: "http://localhost/wel?token=abc&x=1",
      time: at,
      user: "ops",
      type: "error",
      message: "mail a@b.cn failed \0",
      stack: "at /x?access_token=zzz",
      info: { component: "list" },
    },
    { url: "/b", time: "2026-01-02 11:04:05", message: "second" },
    { url: "/c", time: "whenever", message: "third", stack: "s".repeat(20_000) },
  ]);
  expect(answer).toEqual({ status: 200, body: { code: 0, msg: null, data: 3 } });
  const { body } = await call(backend, "GET", "/admin/log/error/page", {
    token: admin,
    params: { createBy: "ops", ascs: "time" },
  });
  const [first, second, third] = [...body.data.records].sort(
    (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id),
  );
  expect(first).toMatchObject({
    url: "http://localhost/wel?token=***&x=1",
    time: "2026-01-02 11:04:05",
    user: "ops",
    type: "error",
    message: "mail ***@*** failed ",
    stack: "at /x?access_token=***",
    info: '{"component":"list"}',
    createBy: "ops",
  });
  expect(second.time).toBe("2026-01-02 11:04:05");
  expect(third.time).toBeNull();
  expect(third.stack.length).toBe(8_001);
});

test("refuses what is no list of log entries", async () => {
  expect((await upload({ message: "x" })).body.msg).toBe("日志格式不正确");
  expect((await upload([])).body.msg).toBe("没有可上传的日志");
  expect(await upload(Array(201).fill({ message: "x" }))).toEqual(refused(400, "一次最多上传200条日志"));
  expect((await upload([{ message: "x" }], "")).status).toBe(401);
});

test("filters by message and a page has 100 rows at most", async () => {
  const { body } = await call(backend, "GET", "/admin/log/error/page", {
    token: admin,
    params: { message: "SECOND", size: "100000" },
  });
  expect(body.data).toMatchObject({ total: 1, size: 100 });
});
