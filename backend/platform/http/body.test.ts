import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { errorText } from "../db/errors";
import { requireUnborn, weigh } from "./body";

const weight = (json: string) => {
  try {
    weigh(Buffer.from(json));
    return "fits";
  } catch (error) {
    return errorText(error, "message");
  }
};

test.each([
  ["nothing", "", "fits"],
  ["a document of many lines", JSON.stringify({ items: Array(5000).fill({ a: 1, b: 2 }) }), "fits"],
  ["marks inside a text", JSON.stringify({ a: ',[{\\"'.repeat(50_000) }), "fits"],
  ["an escaped quote", JSON.stringify({ a: `"${",".repeat(60_000)}"` }), "fits"],
  ["many items", JSON.stringify(Array(60_000).fill(1)), "提交的内容过大"],
  ["many empty objects", JSON.stringify(Array(40_000).fill({})), "提交的内容过大"],
  ["many names", JSON.stringify(Object.fromEntries(Array.from({ length: 5001 }, (_, i) => [i, 1]))), "提交的内容过大"],
  ["as many names of many objects", JSON.stringify(Array(3000).fill({ a: { b: 1 }, c: 2 })), "fits"],
  ["deep lists", "[".repeat(33), "提交的内容层次过深"],
  ["wide, not deep", JSON.stringify(Array(1000).fill([[1]])), "fits"],
])("%s: %s", (_, json, expected) => {
  expect(weight(json)).toBe(expected);
});

test.each(["__proto__", "constructor", "toString"])("%s is no name, however deep it lies", (name) => {
  const refused = (json: string) => expect(() => requireUnborn(JSON.parse(json)));
  refused(`{"${name}":1}`).toThrow("提交的内容无法解析");
  refused(`{"a":[1,{"b":{"${name}":{}}}]}`).toThrow("提交的内容无法解析");
  refused(`{"a":"${name}","b":["${name}"]}`).not.toThrow();
});

let backend: TestBackend;
let admin: string;
beforeAll(async () => {
  backend = await testBackend();
  admin = await login(backend.url);
});
afterAll(() => backend.close());

async function send(path: string, body: string, type = "application/json") {
  const answer = await fetch(backend.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${admin}`, "content-type": type },
    body,
  });
  return [answer.status, (await answer.json()).msg];
}

test("an open call takes 32 KB, whatever its kind, a signed-in one 1 MB", async () => {
  const of = (bytes: number) => JSON.stringify({ username: "x".repeat(bytes - 15) });
  expect(await send("/auth/oauth/token", of(33 * 1024))).toEqual([413, "提交的内容过大"]);
  const form = `username=${"x".repeat(33 * 1024)}`;
  expect(await send("/auth/oauth/token", form, "application/x-www-form-urlencoded")).toEqual([413, "提交的内容过大"]);
  expect((await send("/auth/oauth/token", of(31 * 1024)))[0]).not.toBe(413);
  expect((await send("/admin/role", of(1024 * 1024)))[0]).toBe(400);
  expect(await send("/admin/role", of(1024 * 1024 + 1))).toEqual([413, "提交的内容过大"]);
});

test("too many or too deep values are refused before they are read, in any encoding", async () => {
  expect(await send("/admin/role", JSON.stringify({ a: Array(60_000).fill(1) }))).toEqual([413, "提交的内容过大"]);
  expect(await send("/admin/role", "[".repeat(50) + "]".repeat(50))).toEqual([400, "提交的内容层次过深"]);
  expect(await send("/admin/role", "{}", "application/json; charset=utf-16le")).toEqual([400, "提交的内容无法解析"]);
});

test("the log keeps what the schemas understood, nothing else that was sent", async () => {
  const noise = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`noise${i}`, "x"]));
  const body = { roleName: "整洁", roleCode: "TIDY", dsType: "4", ...noise };
  await send("/admin/role?more=noise", JSON.stringify(body));
  await send("/admin/role", JSON.stringify(noise));
  await expect.poll(() => backend.db.query("select params from sys_log where title = '新增角色'")).toHaveLength(7);
  const rows = await backend.db.query<{ params: string }>("select params from sys_log");
  expect(JSON.stringify(rows)).not.toContain("noise");
  expect(JSON.stringify(rows)).toContain("TIDY");
});

test.each(["__proto__", "constructor", "toString"])("%s is no name of a body", async (name) => {
  const refused = [400, "提交的内容无法解析"];
  expect(await send("/admin/user", `{"${name}":{"state":"x"}}`)).toEqual(refused);
  expect(await send("/admin/user", `{"roleIds":[{"a":{"${name}":"x"}}]}`)).toEqual(refused);
});
