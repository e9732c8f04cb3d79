import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestBackend, testBackend } from "../../tests/harness";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend?.close());

test("tables of the declarations exist", async () => {
  const row = await backend.db.one("select sku_code, name, attrs, spec, unit, images from sku limit 1");
  expect(row).toBeUndefined();
});
