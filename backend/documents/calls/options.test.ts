import { afterAll, beforeAll, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const asked = async (who: string, path: string): Promise<number> => {
  const headers = { authorization: `Bearer ${await login(backend.url, who)}` };
  return (await fetch(`${backend.url}${path}/options`, { headers })).status;
};

it.each([
  ["buyer", "/supplier/supplier", 200],
  ["buyer", "/admin/menu", 403],
  ["buyer", "/admin/role", 403],
  ["ads", "/supplier/supplier", 403],
  ["ads", "/purchase/order", 403],
  ["admin", "/admin/menu", 200],
])("options ask whether %s views %s or names it somewhere: %i", async (who, path, status) => {
  expect(await asked(who, path)).toBe(status);
});
