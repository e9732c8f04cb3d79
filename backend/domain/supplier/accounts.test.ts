import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { supplierAccount } from "#documents/supplier";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

const NO = "6222000012345678";
const RIGHT = "supplier_bank_view";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
  await backend.db.query(
    `with s as (insert into supplier (no, name, supplier_type, status, currency, create_by)
       values ('GY-K', '账户商', 'goods', 'approved', 'CNY', 1) returning id)
     insert into supplier_account (supplier_id, account_name, bank_name, account_no, currency)
     select id, '户', '行', $1, 'CNY' from s`,
    [NO],
  );
});
afterAll(() => backend.close());

const shown = async () => {
  const token = await login(backend.url);
  const ask = async (path: string) =>
    JSON.stringify((await call(backend, "GET", `${supplierAccount.api}${path}`, { token })).body);
  const list = await ask("/page?current=1&size=20");
  const [, id] = /"id":"(\d+)"/.exec(list) ?? [];
  return [list, await ask(`/${id}`), await ask("/options"), await ask("/page?keyword=5678")].join();
};

test("who may not see whole account numbers is shown their ends, wherever they stand", async () => {
  expect(await shown()).toContain(NO);
  await backend.db.query("delete from sys_role_menu where menu_id in (select id from sys_menu where permission = $1)", [
    RIGHT,
  ]);
  await new Promise((done) => setTimeout(done, 1_000));
  const without = await shown();
  expect(without).toContain("**** 5678");
  expect(without).not.toContain(NO);
  expect(without).not.toContain(NO.slice(0, 8));
});
