import { afterAll, beforeAll, expect, test } from "vitest";
import { documents } from "#documents";
import { can, permissionOf } from "#documents/kit";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { backendEndpoints } from "../..";
import { call } from "../auth/auth.testing";
import { queryOf } from "./query";

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await testBackend();
  token = await login(backend.url);
});
afterAll(() => backend.close());

const ask = (path: string, params: Record<string, string> = {}) => call(backend, "GET", path, { token, params });

const reads = backendEndpoints().filter((e) => e.method === "get" && !e.open);
/** An address that an endpoint serves. */
const addressOf = (path: string) =>
  path
    .replace(/:\w+\(([^)]*)\)/g, (_, form: string) => (form.startsWith("\\") ? "1" : (form.split("|")[0] ?? "")))
    .replace(/:\w+/g, "1");

test("every call says what it reads; only what starts a form takes any name", () => {
  const open = reads.filter((e) => !queryOf(e)).map((e) => e.path);
  expect(open.filter((path) => !path.endsWith("/prefill"))).toEqual([]);
});

test("no call that reads takes a name that it does not know", async () => {
  const closed = reads.filter((e) => queryOf(e));
  expect(closed.length).toBeGreaterThan(300);
  const taken: string[] = [];
  for (const e of closed) {
    const { status, body } = await ask(addressOf(e.path), { nothingOfTheKind: "1" });
    const named = body?.fields?.nothingOfTheKind && String(body.msg).includes("nothingOfTheKind");
    if (status !== 400 || !named) taken.push(`${status} ${e.path}`);
  }
  expect(taken).toEqual([]);
});

test("no list sorts by a name that it does not know", async () => {
  const lists = reads.filter((e) => queryOf(e)?.has("ascs"));
  expect(lists.length).toBeGreaterThan(documents.length);
  const taken: string[] = [];
  for (const e of lists)
    for (const way of ["ascs", "descs"]) {
      const { status, body } = await ask(addressOf(e.path), { [way]: "nothingOfTheKind" });
      if (status !== 400 || !String(body?.msg).includes("nothingOfTheKind")) taken.push(`${status} ${way} ${e.path}`);
    }
  expect(taken).toEqual([]);
});

test("a file in the background is of what its list would answer", async () => {
  const taken: string[] = [];
  for (const document of documents) {
    if (document.calls?.handwritten || document.can?.export === false) continue;
    if (!can(new Set([permissionOf(document, "export")]), document, "export").ok) continue;
    const { status, body } = await call(backend, "POST", `${document.api}/export`, {
      token,
      body: { nothingOfTheKind: "1" },
    });
    if (status !== 400 || !String(body?.msg).includes("nothingOfTheKind")) taken.push(`${status} ${document.api}`);
  }
  expect(taken).toEqual([]);
});

test("what clients of the pig lineage put on an address asks for nothing", async () => {
  const noise = { _t: "1700000000000", randomStr: "a", access_token: "x", username: "" };
  for (const path of ["/admin/role/list", "/admin/user/page", "/admin/menu", "/admin/log/page"])
    expect((await ask(path, { ...noise, current: "1", size: "10" })).status, path).toBe(200);
  const by = { "orders[0].column": "user_id", "orders[0].asc": "false", size: "100" };
  const { status, body } = await ask("/admin/user/page", by);
  expect(status).toBe(200);
  const ids = body.data.records.map((r: { id: string }) => Number(r.id));
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect((await ask("/admin/role/list", by)).body.fields).toHaveProperty("orders");
});
