import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { documents } from "#documents";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
});
afterAll(() => backend.close());

test("the newest row of every list is read by itself, with all that its page shows", async () => {
  const token = await login(backend.url, "admin");
  const ask = (path: string, params: Record<string, string> = {}) => call(backend, "GET", path, { token, params });
  const refused: string[] = [];
  let read = 0;
  for (const { name, api, calls } of documents) {
    if (calls?.handwritten) continue;
    const { status, body } = await ask(`${api}/page`, { size: "1" });
    if (status !== 200) refused.push(`${name}: ${status} ${body?.msg}`);
    const [row] = body?.data?.records ?? [];
    if (!row?.id) continue;
    const one = await ask(`${api}/${row.id}`);
    if (one.status !== 200) refused.push(`${name} ${row.id}: ${one.status} ${one.body?.msg}`);
    read += 1;
  }
  expect(refused).toEqual([]);
  expect(read).toBeGreaterThan(50);
});
