import { afterAll, beforeAll, expect, test } from "vitest";
import { heardOf } from "#backend/engine/documents/lifecycle/ask";
import { readWhole } from "#backend/engine/documents/reading/row";
import { voc } from "#documents/service/voc";
import { actAs } from "../../../../tests/acting";
import { evidence, uploadEvidence } from "../../../../tests/evidence";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { submit } from "./voc";

const VOC = "/customerservice/voc";
let backend: TestBackend;
let skuId = "";
beforeAll(async () => {
  backend = await testBackend();
  await uploadEvidence(backend.db);
  const made = await backend.db.one<{ id: string }>(
    `insert into sku (sku_code, name, status, sku_type, unit) values ('V1', 'V1', 'approved', 'normal', 'pcs')
     returning id`,
  );
  skuId = made?.id ?? "";
});
afterAll(() => backend.close());

let keys = 0;
async function call(who: string, method: string, path: string, body?: object) {
  const answer = await fetch(backend.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${await login(backend.url, who)}`,
      "content-type": "application/json",
      ...(method === "POST" && { "Idempotency-Key": `complaint-${++keys}` }),
    },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, ...(await answer.json()) };
}
const values = (more: object = {}) => ({
  source: "review",
  skuId,
  category2: "quality-broken",
  severity: "low",
  affectedQty: 2,
  description: "用了两周后卡扣断裂，无法合上",
  ...more,
});
const add = (more: object = {}) => call("cs_staff", "POST", VOC, values(more));
const press = async (who: string, id: string, action: string, input: object = {}) => {
  const { data } = await call(who, "GET", `${VOC}/${id}`);
  return call(who, "POST", `${VOC}/${id}/${action}`, { version: data?.version ?? 0, ...input });
};

test("each source and severity asks for what it needs", async () => {
  const refused = [
    [{ source: "message" }, "请选择关联订单"],
    [{ severity: "safety" }, "安全问题至少上传一张图片"],
    [{ category2: "quality" }, "请选择问题小类"],
    [{ source: "ncx", ncxOrders: 9 }, "请输入总订单"],
    [{ source: "ncx", ncxOrders: 9, totalOrders: 8, cxHealth: "fair" }, "NCX订单不能多于总订单"],
    [{ description: "太短" }, "问题描述不能少于10个字"],
  ] as const;
  for (const [more, sentence] of refused) expect((await add(more)).msg).toBe(sentence);
  const made = await add({ source: "ncx", ncxOrders: 9, totalOrders: 400, cxHealth: "fair" });
  expect((await call("cs_staff", "GET", `${VOC}/${made.data.id}`)).data.ncxRate).toBe("2.25");
});

test("the same of one SKU within 30 days is said beside the button, and may be handed in", async () => {
  const first = (await add()).data.id;
  expect((await press("cs_staff", first, "submit")).msg).toBeNull();
  const second = (await add()).data.id;
  const heard = await backend.db.tx(async (sql) => {
    const c = actAs(sql);
    return heardOf(c, submit, await readWhole(c, voc, second, { anyScope: true }));
  });
  expect(heard.warned).toMatch(/^30天内已有相同SKU和小类的VOC\d+未关闭，请确认是否重复$/);
  expect((await press("cs_staff", second, "submit")).msg).toBeNull();
});

test("what is dangerous is due tomorrow, and no later; past it, it is overdue", async () => {
  const images = [evidence("cs_staff", "picture")];
  const { id } = (await add({ severity: "safety", images })).data;
  await press("cs_staff", id, "submit");
  const handler = await backend.db.one<{ id: string }>("select id from sys_user where username = 'product'");
  const assign = (dueDate: string) => press("cs_lead", id, "assign", { handlerId: handler?.id, dueDate });
  expect((await assign("2099-01-01")).msg).toBe("安全问题须在24小时内处理");
  expect((await assign("2020-01-01")).msg).toBe("期限不能早于今天");
  expect((await press("cs_lead", id, "assign", { handlerId: handler?.id })).msg).toBeNull();
  await backend.db.query("update voc set due_date = due_date - 2 where id = $1", [id]);
  const late = await call("cs_lead", "GET", `${VOC}/page?overdue=yes`);
  expect(late.data.records.map((r: { id: string }) => r.id)).toEqual([id]);
  // Who handles it sees it, though somebody else made it.
  expect((await call("product", "GET", `${VOC}/${id}`)).status).toBe(200);
});

test("counts by category, SKU and month add up to all; nobody without the right sees any", async () => {
  const all = await backend.db.one<{ n: number }>(
    "select count(*)::int as n from voc where status not in ('draft', 'cancelled')",
  );
  for (const groupBy of ["category", "sku", "month"])
    expect((await call("cs_lead", "GET", `${VOC}/stat?groupBy=${groupBy}`)).data.total).toBe(all?.n);
  expect((await call("cs_lead", "GET", `${VOC}/stat?groupBy=year`)).status).toBe(400);
  expect((await call("warehouse", "GET", `${VOC}/stat`)).data.total).toBe(0);
  expect((await call("ads", "GET", `${VOC}/stat`)).status).toBe(403);
});

test("who may not see a document gets 403, another tenant 404", async () => {
  for (const api of [VOC, "/customerservice/refund", "/customerservice/customer"]) {
    expect((await call("ads", "GET", `${api}/page`)).status).toBe(403);
    expect((await call("admin", "GET", `${api}/999999`)).msg).toBe("单据不存在");
  }
  await backend.db.query("update voc set tenant_id = 2 where id = (select min(id) from voc)");
  const { id } = (await backend.db.one<{ id: string }>("select min(id)::text as id from voc")) ?? {};
  expect(await call("admin", "GET", `${VOC}/${id}`)).toMatchObject({ msg: "单据不存在", status: 404 });
  expect((await press("admin", id ?? "", "cancel", { reason: "试一试" })).status).toBe(404);
});
