import { afterAll, beforeAll, expect, it } from "vitest";
import { call, passwordLogin } from "#backend/platform/auth/auth.testing";
import { SAMPLES } from "#backend/platform/files/samples";
import { documentNamed } from "#documents";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { MEASURES, PRODUCT, supplierForm } from "../product/product.testing";

/* The administrator of a new tenant buys something with what it came with and one person who approves. */

type Body = Record<string, unknown>;
type Row = Body & { id: string; version: number; items: Row[] };

let backend: TestBackend;
let token: string;

const send = (method: string, path: string, body?: Body, params?: Record<string, string>) =>
  call(backend, method, path, { token, body, params });
async function good(answer: ReturnType<typeof send>) {
  const { status, body } = await answer;
  if (status !== 200 || body.code !== 0) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

beforeAll(async () => {
  backend = await testBackend();
  token = await login(backend.url, "admin");
  const made = await good(send("POST", "/admin/tenant", { name: "华东分公司", code: "east" }));
  const { body } = await passwordLogin(backend, made.account, made.oneTimePassword);
  token = body.access_token;
});
afterAll(() => backend.close());

const read = (api: string, id: string): Promise<Row> => good(send("GET", `${api}/${id}`));
const first = async (name: string): Promise<Row> =>
  (await good(send("GET", `${documentNamed(name).api}/page`, undefined, { size: "1" }))).records[0];
async function act(api: string, id: string, name: string, by = token) {
  const { version } = await read(api, id);
  return good(call(backend, "POST", `${api}/${id}/${name}`, { token: by, body: { version } }));
}

/** The second person of the tenant: nobody decides what he has started himself. */
let approver: string;

async function hireApprover(deptId: string): Promise<void> {
  const roles: { id: string; roleCode: string }[] = await good(send("GET", "/admin/role/list"));
  const hired = await good(
    send("POST", "/admin/user", {
      username: "boss",
      displayname: "总经理",
      deptId,
      roleIds: [roles.find((r) => r.roleCode === "EXEC")?.id],
    }),
  );
  const { body } = await passwordLogin(backend, "boss@east", hired.oneTimePassword);
  approver = body.access_token;
}

/** Submits, and has decided whatever is asked. */
async function approved(api: string, body: Body): Promise<Row> {
  const { id } = await good(send("POST", api, body));
  await act(api, id, "submit");
  for (let node = 0; node < 6 && (await read(api, id)).status === "auditing"; node++)
    await act(api, id, "approve", approver);
  const row = await read(api, id);
  expect(["approved", "executing"], api).toContain(row.status);
  return row;
}

async function licence(): Promise<string> {
  const form = new FormData();
  const bytes = new Uint8Array(SAMPLES.document.content);
  form.append("file", new Blob([bytes]), "营业执照.pdf");
  const answer = await fetch(`${backend.url}/admin/file/uploadFile`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return (await answer.json()).data.id;
}

it("plays from the product to the order of a requisition", async () => {
  const { sysUser } = await good(send("GET", "/admin/user/info"));
  const me = String(sysUser.userId);
  await hireApprover(sysUser.deptId);
  // Rates are nobody's to invent.
  await good(
    send("POST", documentNamed("exchange_rate").api, {
      currency: "USD",
      effectiveDate: "2026-01-01",
      officialRate: "7.1",
      source: "银行",
    }),
  );
  const [site, company, warehouse] = await Promise.all(["site", "company", "warehouse"].map(first));
  const store = await good(
    send("POST", "/basesetup/store", {
      storeCode: "AMZ-US-1",
      storeName: "美国店",
      platform: "amazon",
      siteId: site?.id,
      sellerId: "A1",
      deptId: sysUser.deptId,
    }),
  );
  const product = await approved("/product/product", { ...PRODUCT, developerId: me, managerId: me, sites: [site?.id] });
  const spu = await good(
    send("POST", "/product/spu", { spuCode: "EAS0001", productId: product.id, name: "杯", unit: "pcs" }),
  );
  await act("/product/spu", spu.id, "enable");
  const sku = await approved("/product/sku", {
    skuCode: "EAS0001-01",
    skuType: "normal",
    spuId: spu.id,
    name: "杯",
    unit: "pcs",
    ...MEASURES,
  });
  const supplier = await approved(
    "/supplier/supplier",
    supplierForm(1, { buyerId: me, qualifications: [await licence()] }),
  );
  const requisition = await approved("/purchase/requisition", {
    reqType: "stock",
    storeId: store.id,
    warehouseId: warehouse?.id,
    expectDate: "2099-01-01",
    items: [{ skuId: sku.id, qty: 10, estPrice: "7" }],
  });
  const turn = await approved("/purchase/turnrequisition", {
    buyerId: me,
    warehouseId: warehouse?.id,
    items: [{ reqLineId: requisition.items[0]?.id, qty: 10, turnMode: "purchase" }],
  });
  const order = await approved("/purchase/order", {
    orderType: "normal",
    supplierId: supplier.id,
    companyId: company?.id,
    buyerId: me,
    warehouseId: warehouse?.id,
    taxType: "tax",
    currency: "CNY",
    expectDate: "2099-01-01",
    items: [{ turnLineId: turn.items[0]?.id, skuId: sku.id, qty: 10, price: "7.00" }],
  });
  expect(order).toMatchObject({ no: expect.stringMatching(/^CG\d{6}0001$/), supplierId: supplier.id });
  expect((await read("/purchase/requisition", requisition.id)).status).toBe("turned");
});
