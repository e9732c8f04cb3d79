import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import { download, PNG, upload } from "#backend/platform/files/files.testing";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";

const IN = "/wms/otherin";
const OUT = "/wms/otherout";

let backend: TestBackend;
let [warehouseId, skuId] = ["", ""];
const tokens = new Map<string, string>();
beforeAll(async () => {
  backend = await testBackend();
  for (const who of ["warehouse", "warehouse_yw", "warehouse_lead", "finance", "buyer"])
    tokens.set(who, await login(backend.url, who));
  const idOf = async (sql: string) => (await backend.db.one<{ id: string }>(sql))?.id ?? "";
  warehouseId = await idOf("select id from warehouse where code = 'WH-SZ'");
  skuId = await idOf(
    `insert into sku (sku_code, name, status, sku_type, unit)
     values ('FIL0001-01', '货品', 'approved', 'normal', 'pcs') returning id`,
  );
});
afterAll(() => backend.close());

const send = (who: string, method: string, path: string, body?: object) =>
  call(backend, method, path, { token: tokens.get(who), body });
const stored = async (who: string, name = "现场.png", content = PNG): Promise<{ id: string; url: string }> =>
  (await upload(backend, tokens.get(who) ?? "", [{ name, content }])).body.data;
const form = (more: object) => ({
  warehouseId,
  outType: "loss",
  reason: "盘点后调整库存",
  items: [{ skuId, goodQty: 1, badQty: 0 }],
  ...more,
});
const add = (files: object, who = "warehouse") => send(who, "POST", OUT, form(files));
const status = async (who: string, path: string) => (await download(backend, tokens.get(who) ?? "", path)).status;

const TYPED = [
  "javascript:alert(1)",
  "https://evil.example/a.png",
  "//evil.example/a.png",
  "/api/download/local/a.png",
  "已上传",
];

describe("a file is an id of an upload", () => {
  test.each(TYPED)("%s is refused at its field, in forms and changes", async (value) => {
    for (const [field, label] of [
      ["attachments", "附件"],
      ["photos", "报废照片"],
    ] as const) {
      const message = `${label}只能是已上传的文件`;
      const expected = { status: 400, body: { msg: message, fields: { [field]: message } } };
      expect(await add({ [field]: [value] })).toMatchObject(expected);
      expect(await add({ [field]: [{ name: "a.png", url: value }] })).toMatchObject(expected);
      const { id } = (await add({})).body.data;
      const change = { id, version: 0, [field]: [value] };
      expect(await send("warehouse", "PUT", OUT, change)).toMatchObject(expected);
    }
  });

  test("one that is not there, deleted, or of another tenant is refused", async () => {
    const { id } = await stored("warehouse");
    const { id: foreign } = await stored("warehouse");
    await backend.db.query("update sys_file set del_flag = 1 where id = $1", [id]);
    await backend.db.query("update sys_file set tenant_id = 2 where id = $1", [foreign]);
    const message = "附件中的文件不存在";
    for (const lost of ["987654321", id, foreign])
      expect(await add({ attachments: [lost] })).toMatchObject({
        status: 400,
        body: { msg: message, fields: { attachments: message } },
      });
  });

  test("somebody else's is refused until a document shows it to the caller", async () => {
    const { id } = await stored("buyer");
    expect((await add({ attachments: [id] })).body.msg).toBe("附件中的文件不存在");
    const { id: theirs } = await stored("warehouse_lead");
    expect((await add({ attachments: [theirs] })).status).toBe(400);
    expect((await add({ attachments: [theirs] }, "warehouse_lead")).status).toBe(200);
    expect((await add({ attachments: [theirs] })).status).toBe(200);
  });

  test("a picture field takes pictures only", async () => {
    const pdf = await stored("warehouse", "说明.pdf", Buffer.from("%PDF-1.4 x"));
    expect((await add({ photos: [pdf.id] })).body.fields).toEqual({ photos: "报废照片只能是图片" });
    expect((await add({ attachments: [pdf.id] })).status).toBe(200);
  });
});

test("the answer bears ids and beside them names", async () => {
  const [one, two] = [await stored("warehouse", "甲.png"), await stored("warehouse", "乙.png")];
  const { id } = (await add({ photos: [two, one.id] })).body.data;
  const { data } = (await send("warehouse", "GET", `${OUT}/${id}`)).body;
  expect(data).toMatchObject({ photos: [two.id, one.id], photosName: ["乙.png", "甲.png"] });
});

test("whoever may view a document reads its files, in each document that names them", async () => {
  const file = await stored("warehouse");
  const path = `/api/download/${file.id}`;
  expect(await status("warehouse", path)).toBe(200);
  expect(await status("warehouse_lead", path)).toBe(403);
  await add({ photos: [file.id] });
  expect(await status("warehouse_lead", path)).toBe(200);
  expect(await status("warehouse_lead", file.url)).toBe(200);
  expect(await status("finance", path)).toBe(200);
  expect(await status("warehouse_yw", path)).toBe(403);
  const yw = await backend.db.one<{ id: string }>("select id from warehouse where code = 'WH-YW'");
  const moved = await send("warehouse_lead", "POST", IN, {
    warehouseId: yw?.id,
    inType: "adjust",
    reason: "盘点后调整库存",
    attachments: [file.id],
    items: [{ skuId, goodQty: 1, badQty: 0, unitCost: "1" }],
  });
  expect(moved.status).toBe(200);
  expect(await status("warehouse_yw", path)).toBe(200);
  expect(await status("buyer", path)).toBe(403);
});

test("what was uploaded for another purpose is read through the document all the same", async () => {
  const fields = { bizType: "somewhere" };
  const parts = [{ name: "别处.png", content: PNG }];
  const answer = await upload(backend, tokens.get("warehouse") ?? "", parts, { fields });
  const { id } = answer.body.data;
  expect(await status("warehouse_lead", `/api/download/${id}`)).toBe(403);
  expect((await add({ attachments: [id] })).status).toBe(200);
  expect(await status("warehouse_lead", `/api/download/${id}`)).toBe(200);
});
