import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call, refused } from "../auth/auth.testing";
import { download, PNG, upload } from "./files.testing";
import { standInStorage } from "./s3.testing";

let storage: Awaited<ReturnType<typeof standInStorage>>;
let backend: TestBackend;
let admin: string;
beforeAll(async () => {
  storage = await standInStorage();
  backend = await testBackend({ s3: { ...storage.account, bucket: "erp-files" } });
  admin = await login(backend.url);
});
afterAll(async () => {
  await backend.close();
  storage.close();
});

const hash = createHash("sha256").update(PNG).digest("hex");
const object = `erp-files/files/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;

test("content goes to the bucket once, comes back, and is removed with its last row", async () => {
  const one = await upload(backend, admin, [{ name: "a.png", content: PNG }]);
  expect(one.body.data).toMatchObject({ bucketName: "erp-files", name: "a.png" });
  const two = await upload(backend, admin, [{ name: "b.png", content: PNG }]);
  expect(storage.seen.filter((s) => s.startsWith("PUT"))).toEqual([`PUT /${object}`]);
  const answer = await download(backend, admin, two.body.data.url);
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
  await call(backend, "DELETE", `/admin/file/${one.body.data.id}`, { token: admin });
  expect(storage.objects.has(object)).toBe(true);
  await call(backend, "DELETE", `/admin/file/${two.body.data.id}`, { token: admin });
  expect([...storage.objects.keys()]).toEqual([]);
});

test("an upload is not acknowledged while the storage fails", async () => {
  storage.trouble.status = 503;
  expect(await upload(backend, admin, [{ name: "c.png", content: PNG }])).toEqual(
    refused(502, "文件存储暂不可用，请稍后重试"),
  );
  storage.trouble.status = undefined;
  expect(await backend.db.query("select id from sys_file where original = 'c.png'")).toEqual([]);
  const { body } = await upload(backend, admin, [{ name: "d.png", content: PNG }]);
  storage.objects.clear();
  expect((await download(backend, admin, body.data.url)).status).toBe(404);
});
