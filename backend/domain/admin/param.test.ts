import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { PARAMS, type ParamKey, type ParamSpec, param } from "#backend/platform/values/params";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { paramProblem } from "./param";

let backend: TestBackend;
let admin: string;
beforeAll(async () => {
  backend = await testBackend();
  admin = await login(backend.url);
});
afterAll(() => backend.close());
beforeEach(() => backend.db.query("delete from sys_rate_limit"));

const list = async () =>
  (await call(backend, "GET", "/admin/param/page", { token: admin, params: { size: "100" } })).body.data.records;
const rowOf = async (key: ParamKey) => (await list()).find((r: { paramKey: string }) => r.paramKey === key);
const put = async (key: ParamKey, value: unknown, token = admin) => {
  const { id, version } = await rowOf(key);
  return call(backend, "PUT", "/admin/param", { token, body: { id, version, value } });
};

describe("parameters", () => {
  it("stand in the database exactly as the program knows them", async () => {
    const stored = (await list()).map((r: Record<string, string>) => [r.paramKey, r.valueType, r.value]);
    const known = Object.entries(PARAMS).map(([key, spec]) => [key, spec.type, spec.value]);
    expect(stored).toEqual(known);
    for (const [key, spec] of Object.entries<ParamSpec>(PARAMS))
      if (spec.type !== "date") expect(paramProblem(spec, spec.value), key).toBeNull();
  });

  it("are read with their types", async () => {
    const { db } = backend;
    expect(await param(db, "1", "purchase_over_receipt_percent")).toBe("3.00");
    expect(await param(db, "1", "contract_required")).toBe(true);
    expect(await param(db, "1", "month_close_until")).toBeNull();
    expect(await param(db, "1", "default_pay_company")).toBe("C1");
    expect(await param(db, "987654", "container_usable_ratio")).toBe("0.90");
  });

  it.each<[ParamKey, string | null, string]>([
    ["contract_required", "是", "采购须签合同只能填写 true 或 false"],
    ["contract_required", "", "采购须签合同不能为空"],
    ["contract_min_amount", "1,000", "须签合同金额要填写数字，最多2位小数"],
    ["contract_min_amount", "1e3", "须签合同金额要填写数字，最多2位小数"],
    ["price_rise_reason_percent", "100.01", "涨价须说明比例要在0到100之间"],
    ["container_usable_ratio", "0", "货柜可用容积系数要在0.01到1之间"],
    ["idempotency_hours", "1.5", "防重复提交保留时间要填写整数"],
    ["idempotency_hours", "0", "防重复提交保留时间要在1到720之间"],
    ["month_close_until", "2024-02-29", "已关账至由月结维护，请在月结中关账或反关账"],
    ["default_pay_company", "总公司", "默认付款公司要填写公司主体编码，由字母、数字、横线或下划线组成"],
  ])("%s refuses %j", async (key, value, msg) => {
    const answer = await put(key, value);
    expect(answer).toMatchObject({ status: 400, body: { code: 1, msg, fields: { value: msg } } });
  });

  it.each<[ParamKey, string, unknown]>([
    ["contract_required", "false", false],
    ["contract_min_amount", "1500.50", "1500.50"],
    ["default_pay_company", "HK-2", "HK-2"],
  ])("%s takes %j", async (key, value, read) => {
    expect((await put(key, value)).status).toBe(200);
    expect(await param(backend.db, "1", key)).toEqual(read);
  });

  it("a change is logged with old and new value, and only the value can change", async () => {
    const { id, version } = await rowOf("seal_expire_notice_days");
    const body = { id, version, value: "45", paramKey: "hacked", valueType: "text", name: "x" };
    expect((await call(backend, "PUT", "/admin/param", { token: admin, body })).status).toBe(200);
    expect(await rowOf("seal_expire_notice_days")).toMatchObject({
      name: "封样到期提醒天数",
      valueType: "number",
      value: "45",
    });
    const { body: log } = await call(backend, "GET", `/admin/operlog/param/${id}`, { token: admin });
    expect(log.data).toMatchObject([{ action: "修改", diff: { value: ["30", "45"] } }]);
  });

  it("nobody adds or deletes one, and changing needs sys_param_edit", async () => {
    const { id } = await rowOf("idempotency_hours");
    const options = { token: admin, body: { paramKey: "x" } };
    expect((await call(backend, "POST", "/admin/param", options)).status).toBe(404);
    expect((await call(backend, "DELETE", `/admin/param/${id}`, { token: admin })).status).toBe(404);
    const finance = await login(backend.url, "ads");
    expect((await put("idempotency_hours", "48", finance)).status).toBe(403);
  });

  it("a new tenant starts with all of them", async () => {
    const tenant = await backend.db.one<{ id: string }>(
      "insert into sys_tenant (name, code) values ('分公司', 'branch') returning id",
    );
    const rows = await backend.db.query("select 1 from sys_param where tenant_id = $1", [tenant?.id]);
    expect(rows.length).toBe(Object.keys(PARAMS).length);
  });
});
