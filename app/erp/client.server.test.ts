import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { NO_ANSWER, UNKNOWN_ERROR } from "~/text/messages";
import { type Reply, type Stub, startStub } from "../../tests/stub-server";
import { createErp, ErpError } from "./client.server";

let stub: Stub;
let reply: Reply = {};
beforeAll(async () => {
  stub = await startStub(() => reply);
});
afterAll(() => stub.close());

const erp = (timeoutMs?: number) =>
  createErp({ baseUrl: stub.url, token: "secret-token", supportEmail: "help@corp.cn", timeoutMs });
const failure = (call: Promise<unknown>): Promise<ErpError> =>
  call.then(
    () => expect.unreachable("the call must fail"),
    (error) => (error instanceof ErpError ? error : Promise.reject(error)),
  );
const get = () => erp().get("/x", { schema: z.unknown() });

// Specification section 8: an answer without a sentence of its own, body empty or not.
test.each([
  [401, "当前操作没有权限"],
  [403, "当前操作没有权限"],
  [404, "资源不存在"],
  [417, "未绑定登录账号，请使用密码登录后绑定"],
  [423, "演示环境不能操作，如需了解联系help@corp.cn"],
  [426, "用户名不存在或密码错误"],
  [428, "验证码错误,请重新输入"],
  [429, "请求过频繁"],
  [479, "演示环境，没有权限操作"],
  [400, UNKNOWN_ERROR],
  [500, UNKNOWN_ERROR],
  [502, UNKNOWN_ERROR],
  [503, UNKNOWN_ERROR],
])("status %i without a sentence", async (status, text) => {
  const bodies = [undefined, {}, { code: 1, msg: null, data: null }, { msg: " " }, "<html>502</html>"];
  for (const body of bodies) {
    reply = { status, body };
    const error = await failure(get());
    expect(error.message).toBe(text);
    expect(error.status).toBe(status);
  }
});

test.each([
  ["msg", { code: 1, msg: "库存不足" }],
  ["message", { message: "库存不足" }],
])("the server's own %s comes first", async (_name, body) => {
  for (const status of [401, 403, 409, 423, 426, 500]) {
    reply = { status, body };
    expect((await failure(get())).message).toBe("库存不足");
  }
});

test("an envelope whose code is not 0 fails with status 200", async () => {
  reply = { body: { code: 1, msg: "通知不存在或已撤回", data: null } };
  expect(await failure(get())).toMatchObject({ message: "通知不存在或已撤回", code: "1" });
  reply = { body: { code: 1, msg: null } };
  expect((await failure(get())).message).toBe(UNKNOWN_ERROR);
  reply = { body: { code: "000" } };
  expect((await failure(get())).message).toBe("操作太频繁，请勿重复请求");
});

test("fields of a refusal reach the form", async () => {
  reply = { status: 400, body: { code: 1, msg: "请检查", fields: { name: "必填" } } };
  expect((await failure(get())).fields).toEqual({ name: "必填" });
});

test("401 and 424 sign out, others do not", async () => {
  for (const [status, out] of [
    [401, true],
    [424, true],
    [403, false],
  ] as const) {
    reply = { status };
    expect((await failure(get())).signedOut).toBe(out);
  }
});

test("no answer within the limit", async () => {
  reply = { hang: true };
  const error = await failure(erp(60).get("/x", { schema: z.unknown() }));
  expect(error).toMatchObject({ message: NO_ANSWER.timeout, status: 504, kind: "timeout" });
  expect(error.outage).toBe(true);
});

test("no backend at all", async () => {
  const gone = await startStub(() => ({}));
  await gone.close();
  const call = createErp({ baseUrl: gone.url }).get("/x", { schema: z.unknown() });
  expect(await failure(call)).toMatchObject({ message: NO_ANSWER.unreachable, status: 502 });
});

test("an answer of another shape is an error, not a crash of the page", async () => {
  reply = { body: { code: 0, data: { n: "no number" } } };
  const error = await failure(erp().get("/x", { schema: z.object({ n: z.number() }) }));
  expect(error).toMatchObject({ message: NO_ANSWER.shape, kind: "shape" });
});

test("what is sent: token, tenant, query without empty ones, idempotency key", async () => {
  reply = { body: { code: 0, data: null } };
  const query = { a: 1, b: "", c: null, d: ["x", "y"] };
  const options = { query, body: { n: 1 }, schema: z.unknown(), idempotencyKey: "k-1" };
  await erp().post("/x", options);
  const sent = stub.received.at(-1);
  expect(sent?.query.toString()).toBe("a=1&d=x&d=y");
  expect(sent?.body).toBe('{"n":1}');
  expect(sent?.headers).toMatchObject({
    authorization: "Bearer secret-token",
    "tenant-id": "1",
    "idempotency-key": "k-1",
    "content-type": "application/json",
  });
});

test("a download is streamed; an error inside it is an error", async () => {
  const headers = { "Content-Type": "text/csv", "Content-Disposition": "attachment" };
  reply = { body: "a,b", headers };
  expect(await (await erp().download("/file")).text()).toBe("a,b");
  reply = { body: { code: 1, msg: "没有数据可以导出" } };
  expect((await failure(erp().download("/file"))).message).toBe("没有数据可以导出");
  reply = { status: 423 };
  expect((await failure(erp().download("/file"))).message).toContain("help@corp.cn");
});

test("an answer of the same text is the same object where that is asked for, a refusal never is", async () => {
  const rows = z.object({ rows: z.array(z.object({ id: z.coerce.string() })) });
  const ask = (schema: z.ZodType = rows) => erp().get("/rows", { schema, same: true });
  const page = (id: number) => ({ body: { code: 0, data: { rows: [{ id }] } } });
  reply = page(1);
  const first = await ask();
  expect(first).toEqual({ rows: [{ id: "1" }] });
  expect(await ask()).toBe(first);
  expect(await ask(z.unknown())).toEqual({ rows: [{ id: 1 }] });
  reply = page(2);
  expect(await ask()).toEqual({ rows: [{ id: "2" }] });
  reply = { body: { code: 1, msg: "库存不足" } };
  expect((await failure(ask())).message).toBe("库存不足");
  reply = page(1);
  expect(await ask()).toBe(first);
});

test("what a backend does not have it is asked for once, where the call may be missing", async () => {
  const optional = () => erp().get("/guides", { optional: true, schema: z.unknown() });
  const asked = () => stub.received.filter((r) => r.path === "/guides").length;
  reply = { status: 500 };
  await failure(optional());
  reply = { status: 404 };
  for (let i = 0; i < 3; i++) expect((await failure(optional())).status).toBe(404);
  expect(asked()).toBe(2);
  await failure(erp().get("/guides", { schema: z.unknown() }));
  expect(asked()).toBe(3);
});
