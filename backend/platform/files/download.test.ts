import { readdirSync } from "node:fs";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call, refused } from "../auth/auth.testing";
import { download, PNG, pngOf, upload } from "./files.testing";
import type { OwnerCheck } from "./owners";

let backend: TestBackend;
let admin: string;
let ops: string;
let finance: string;
beforeAll(async () => {
  const ofFinance: OwnerCheck = async (_sql, caller, f) =>
    caller.username === "ops" || (caller.username === "finance" && f.bizId === "5");
  backend = await testBackend({}, { fileOwners: new Map([["thing", ofFinance]]) });
  admin = await login(backend.url);
  ops = await login(backend.url, "ops");
  finance = await login(backend.url, "finance");
});
afterAll(() => backend.close());

const put = async (
  name: string,
  content: Buffer | string,
  fields: Record<string, string> = {},
): Promise<{ id: string; url: string; fileName: string }> =>
  (await upload(backend, ops, [{ name, content }], { fields })).body.data;
const remove = (id: string, token = admin) => call(backend, "DELETE", `/admin/file/${id}`, { token });
/** Every stored blob of the data directory. */
const blobs = () =>
  readdirSync(`${backend.config.dataDir}/files`, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => e.name);

test("the uploader gets the content back with safe headers", async () => {
  const { url } = await put("图 1.png", PNG);
  const answer = await download(backend, ops, url);
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "content-length": String(PNG.length),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-cache",
    "content-disposition": `inline; filename="_ 1.png"; filename*=UTF-8''${encodeURIComponent("图 1.png")}`,
  });
  const again = await download(backend, ops, url, { "if-none-match": answer.headers.get("etag")! });
  expect(again.status).toBe(304);
});

const ticketFor = async (path: string, token: string) =>
  (await call(backend, "POST", "/auth/ticket", { token, body: { path } })).body.data.ticket;

test("text is saved, never shown; no token opens it in an address", async () => {
  const { url } = await put("a.txt", "<script>alert(1)</script>");
  const answer = await download(backend, ops, url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; /);
  expect((await download(backend, "", url)).status).toBe(401);
  expect((await download(backend, "", `${url}?access_token=${ops}`)).status).toBe(401);
});

test("a ticket opens one file, once, and is no token", async () => {
  const { url } = await put("b.txt", "b");
  const other = await put("c.txt", "c");
  const path = url.replace(/^\/api/, "");
  const ticket = await ticketFor(path, ops);
  expect((await download(backend, "", `${other.url}?ticket=${ticket}`)).status).toBe(401);
  for (const bearer of [ticket, `${ticket} ${path}`])
    expect((await call(backend, "GET", "/admin/user/info", { token: bearer })).status).toBe(401);
  const both = [1, 2].map(() => download(backend, "", `${url}?ticket=${ticket}`));
  expect((await Promise.all(both)).map((a) => a.status).sort()).toEqual([200, 401]);
  const foreign = await ticketFor(path, finance);
  expect((await download(backend, "", `${url}?ticket=${foreign}`)).status).toBe(403);
  const late = await ticketFor(path, ops);
  await backend.db.query("update sys_token set expire_time = now() where expire_time < now() + interval '2 minutes'");
  expect((await download(backend, "", `${url}?ticket=${late}`)).status).toBe(401);
});

test("others need the owning document, a public kind or the file permission", async () => {
  const plain = await put("p.png", pngOf("plain"));
  expect((await download(backend, finance, plain.url)).status).toBe(403);
  expect((await download(backend, admin, plain.url)).status).toBe(200);
  const avatar = await put("a.png", pngOf("avatar"), { bizType: "avatar" });
  expect((await download(backend, finance, avatar.url)).status).toBe(200);
  const five = await put("5.png", pngOf("5"), { bizType: "thing", bizId: "5" });
  const six = await put("6.png", pngOf("6"), { bizType: "thing", bizId: "6" });
  expect((await download(backend, finance, five.url)).status).toBe(200);
  expect((await download(backend, finance, six.url)).status).toBe(403);
  expect((await download(backend, admin, five.url)).status).toBe(403);
});

test("a file of another tenant does not exist", async () => {
  const { id, url } = await put("t.png", pngOf("tenant"));
  await backend.db.query("update sys_file set tenant_id = 2 where id = $1", [id]);
  const answer = await download(backend, ops, url);
  expect([answer.status, await answer.json()]).toEqual([404, refused(404, "文件不存在").body]);
  expect(await remove(id)).toEqual(refused(404, "文件不存在"));
});

/** fetch tidies addresses up; an attacker does not. */
const raw = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(backend.url);
    const req = request({ hostname, port, path, headers: { authorization: `Bearer ${ops}` } });
    req.on("response", (res) => resolve(res.resume().statusCode ?? 0)).on("error", reject);
    req.end();
  });

test.each([
  "/api/download/../../../etc/passwd",
  "/api/download/..%2f..%2f..%2fetc%2fpasswd",
  "/api/download/local/..%2f..%2f..%2fetc%2fpasswd",
  "/api/download/%2e%2e/%2e%2e/etc/passwd",
  "/api/download//etc/passwd",
  "/api/download/local/....//....//etc/passwd",
  "/api/download/..%5c..%5cwindows",
  "/api/download/local/aa%00.png",
  "/api/download/",
  "/api/download/files/00/00/0000",
])("%s leads nowhere", async (path) => {
  expect(await raw(path)).toBe(404);
});

test("equal content is one blob, which goes with its last row", async () => {
  const content = pngOf("shared");
  const before = blobs().length;
  const many = await Promise.all(Array.from({ length: 6 }, (_, i) => put(`${i}.png`, content)));
  expect(new Set(many.map((f) => f.id)).size).toBe(6);
  expect(blobs().length).toBe(before + 1);
  for (const { id } of many.slice(1)) expect((await remove(id)).status).toBe(200);
  expect((await download(backend, ops, many[0]!.url)).status).toBe(200);
  expect((await download(backend, ops, many[1]!.url)).status).toBe(404);
  await remove(many[0]!.id);
  expect(blobs().length).toBe(before);
  const back = await put("again.png", content);
  expect(Buffer.from(await (await download(backend, ops, back.url)).arrayBuffer())).toEqual(content);
});

test("uploads and removals of one content at once never lose an acknowledged file", async () => {
  const content = pngOf("contended");
  const kept: string[] = [];
  for (let round = 0; round < 5; round++) {
    const old = await put("old.png", content);
    const [fresh] = await Promise.all([put("new.png", content), remove(old.id)]);
    kept.push(fresh.url);
    if (round % 2) await remove(fresh.id).then(() => kept.pop());
  }
  for (const url of kept) expect((await download(backend, ops, url)).status).toBe(200);
  const spare = await backend.db.query(
    `select hash from sys_file_blob b where not exists
       (select 1 from sys_file f where f.hash = b.hash and f.del_flag = 0)`,
  );
  expect(spare).toEqual([]);
  const known = await backend.db.query<{ hash: string }>("select hash from sys_file_blob");
  expect(blobs().sort()).toEqual(known.map((b) => b.hash).sort());
});

test("the list shows files to holders of the permission, deleting needs its own", async () => {
  const { id } = await put("账单2026.png", pngOf("list"));
  const page = (params: Record<string, string>, token = admin) =>
    call(backend, "GET", "/admin/file/page", { token, params });
  const { body } = await page({ original: "账单", type: "png" });
  expect(body.data.total).toBe(1);
  expect(body.data.records[0]).toMatchObject({
    id,
    original: "账单2026.png",
    type: "png",
    size: pngOf("list").length,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    createByName: "许青禾",
    url: expect.stringMatching(/^\/api\/download\/local\//),
  });
  expect((await page({ type: "pdf" })).body.data.total).toBe(0);
  expect((await page({}, ops)).status).toBe(403);
  expect((await remove(id, ops)).status).toBe(403);
});
