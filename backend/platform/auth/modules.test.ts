import { afterAll, beforeAll, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call } from "./auth.testing";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const seen = async (token: string) => {
  const menu = await call(backend, "GET", "/admin/menu", { token });
  const list = await call(backend, "GET", "/evaluation/rebate/page", { token });
  const info = await call(backend, "GET", "/admin/user/info", { token });
  const codes: string[] = info.body.data.permissions;
  return {
    menu: JSON.stringify(menu.body.data).includes("/evaluation/rebate/index"),
    list: list.status,
    codes: codes.filter((code) => code.startsWith("promo_")).length > 0,
    others: codes.length > 0,
  };
};

test("a tenant without 推广管理 has no menu, page or call of it, whoever asks", async () => {
  const on = { menu: true, list: 200, codes: true, others: true };
  expect(await seen(await login(backend.url, "admin"))).toEqual(on);
  await backend.db.query("update sys_param set value = 'false' where param_key = 'promo_evaluation_enabled'");
  for (const name of ["admin", "promo_lead"])
    expect(await seen(await login(backend.url, name)), name).toEqual({
      menu: false,
      list: 403,
      codes: false,
      others: true,
    });
});
