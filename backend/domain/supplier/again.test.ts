import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { pickRow } from "#backend/platform/db";
import { supplier } from "#documents/supplier/supplier";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

let backend: TestBackend;
let id: string;
beforeAll(async () => {
  backend = await testBackend();
  const [row] = await backend.db.query<{ id: string }>(
    `insert into supplier (no, name, supplier_type, status, currency, country, settle_method, tax_type, tax_rate, create_by)
     values ('GY-N', '再审商', 'packing', 'approved', 'CNY', 'CN', 'cod', 'none', 0, 1) returning id`,
  );
  id = row?.id ?? "";
});
afterAll(() => backend.close());

const history = () =>
  backend.db.query<{ from: string | null; to: string | null }>(
    `select from_state as "from", to_state as "to" from sys_oper_log
     where biz_type = 'supplier' and biz_id = $1 order by id`,
    [id],
  );

test("the history of a change that must be approved again says so, and its answer the version that stands", async () => {
  const token = await login(backend.url);
  const edit = (body: object) => call(backend, "PUT", supplier.api, { token, body: { id, ...body } });
  const plain = await edit({ version: 0, remark: "不必审批" });
  expect(plain.body).toMatchObject({ data: { version: 1 } });
  const guarded = await edit({ version: 1, name: "再审商二" });
  const row = await pickRow<{ status: string; version: number }>(backend.db, "supplier", id, ["status", "version"]);
  expect(row?.status).toBe("auditing");
  expect(guarded.body).toMatchObject({ data: { version: row?.version } });
  expect(await history()).toEqual([
    { from: "approved", to: null },
    { from: "approved", to: "auditing" },
  ]);
});
