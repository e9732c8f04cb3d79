import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { AwsV4Signer } from "aws4fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { portOf } from "../../../tests/port";
import { call, refused } from "../auth/auth.testing";
import { download, PNG, upload } from "./files.testing";

/** A storage that checks the signature of every request as a real one does. */
const keys = { accessKeyId: "AKTEST", secretAccessKey: "s3cret/key", region: "cn-test-1" };
const objects = new Map<string, Buffer>();
const seen: string[] = [];
let failing = false;

async function expected(req: IncomingMessage, body: Buffer): Promise<string | null> {
  const given = req.headers.authorization ?? "";
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(";") ?? [];
  const signer = new AwsV4Signer({
    ...keys,
    service: "s3",
    method: req.method,
    url: `http://${req.headers.host}${req.url}`,
    headers: names.filter((n) => n !== "host").map((n): [string, string] => [n, String(req.headers[n])]),
    datetime: String(req.headers["x-amz-date"]),
    body: body.length ? new Uint8Array(body) : undefined,
    allHeaders: true,
  });
  return (await signer.sign()).headers.get("authorization");
}

const storage = createServer(async (req, res) => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  seen.push(`${req.method} ${req.url}`);
  const answer = (status: number, content?: Buffer) => res.writeHead(status).end(content);
  if (failing) return answer(503);
  if (req.headers.authorization !== (await expected(req, body))) return answer(403);
  const path = req.url ?? "";
  if (req.method === "PUT") {
    const hash = createHash("sha256").update(body).digest("hex");
    if (req.headers["x-amz-content-sha256"] !== hash) return answer(400);
    if (req.headers["content-length"] !== String(body.length)) return answer(411);
    objects.set(path, body);
    return answer(200);
  }
  if (req.method === "DELETE") return answer(objects.delete(path) ? 204 : 404);
  const object = objects.get(path);
  return object ? answer(200, req.method === "HEAD" ? undefined : object) : answer(404);
});

let backend: TestBackend;
let admin: string;
beforeAll(async () => {
  storage.listen(0, "127.0.0.1");
  await new Promise((done) => storage.once("listening", done));
  const endpoint = `http://127.0.0.1:${portOf(storage)}/`;
  backend = await testBackend({ s3: { endpoint, bucket: "erp-files", ...keys } });
  admin = await login(backend.url);
});
afterAll(async () => {
  await backend.close();
  storage.close();
});

const hash = createHash("sha256").update(PNG).digest("hex");
const object = `/erp-files/files/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;

test("content goes to the bucket once, comes back, and is removed with its last row", async () => {
  const one = await upload(backend, admin, [{ name: "a.png", content: PNG }]);
  expect(one.body.data).toMatchObject({ bucketName: "erp-files", name: "a.png" });
  const two = await upload(backend, admin, [{ name: "b.png", content: PNG }]);
  expect(seen.filter((s) => s.startsWith("PUT"))).toEqual([`PUT ${object}`]);
  const answer = await download(backend, admin, two.body.data.url);
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
  await call(backend, "DELETE", `/admin/file/${one.body.data.id}`, { token: admin });
  expect(objects.has(object)).toBe(true);
  await call(backend, "DELETE", `/admin/file/${two.body.data.id}`, { token: admin });
  expect([...objects.keys()]).toEqual([]);
});

test("an upload is not acknowledged while the storage fails", async () => {
  failing = true;
  expect(await upload(backend, admin, [{ name: "c.png", content: PNG }])).toEqual(
    refused(502, "文件存储暂不可用，请稍后重试"),
  );
  failing = false;
  expect(await backend.db.query("select id from sys_file where original = 'c.png'")).toEqual([]);
  const { body } = await upload(backend, admin, [{ name: "d.png", content: PNG }]);
  objects.clear();
  expect((await download(backend, admin, body.data.url)).status).toBe(404);
});
