import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { call, refused } from "../auth/auth.testing";
import { PNG, pngOf, upload } from "./files.testing";
import type { OwnerCheck } from "./owners";

let backend: TestBackend;
let ops: string;
beforeAll(async () => {
  const twelve: OwnerCheck = async (_sql, _caller, { bizId }) => bizId === "12";
  backend = await testBackend({}, { fileOwners: new Map([["thing", twelve]]) });
  ops = await login(backend.url, "ops");
});
afterAll(() => backend.close());

const MB = 1024 * 1024;
const rows = () => backend.db.query("select id from sys_file");
const temporary = () => {
  const directory = path.join(backend.config.dataDir, "tmp");
  return existsSync(directory) ? readdirSync(directory) : [];
};

describe("an accepted upload", () => {
  test("answers pig's and the specification's names, keeps a Chinese name, clears temporary files", async () => {
    const { status, body } = await upload(backend, ops, [{ name: "合同 (终).png", content: PNG }]);
    expect(status).toBe(200);
    const { files, ...one } = body.data;
    expect(one).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: "合同 (终).png",
      url: `/api/download/local/${one.fileName}`,
      size: PNG.length,
      bucketName: "local",
      fileName: expect.stringMatching(/^[0-9a-f-]{36}\.png$/),
    });
    expect(files).toEqual([one]);
    expect(temporary()).toEqual([]);
  });

  test("its row is read by its id, by those who may see files", async () => {
    const { body } = await upload(backend, ops, [{ name: "一张.png", content: pngOf("one row") }]);
    const path = `/admin/file/${body.data.id}`;
    const admin = await login(backend.url);
    const read = await call(backend, "GET", path, { token: admin });
    expect(read.body.data).toMatchObject({ id: body.data.id, original: "一张.png", url: body.data.url });
    expect(await call(backend, "GET", path, { token: ops })).toEqual(refused(403, "当前操作没有权限"));
    expect((await call(backend, "GET", "/admin/file/999999", { token: admin })).status).toBe(404);
  });

  test("three files at once, by the other address, with their owner", async () => {
    const parts = ["a", "b", "c"].map((n) => ({ name: `${n}.png`, content: pngOf(n) }));
    const { body } = await upload(backend, ops, parts, {
      path: "/admin/file/upload",
      fields: { bizType: "thing", bizId: "12" },
    });
    expect(body.data.files.map((f: { name: string }) => f.name)).toEqual(["a.png", "b.png", "c.png"]);
    const stored = await backend.db.query(`select biz_type, biz_id from sys_file where id = any ($1)`, [
      body.data.files.map((f: { id: string }) => f.id),
    ]);
    expect(stored).toEqual(Array(3).fill({ biz_type: "thing", biz_id: "12" }));
  });

  test.each([
    [403, "当前操作没有权限", { bizType: "thing", bizId: "13" }],
    [400, "单据类型不正确", { bizType: "no_such_kind", bizId: "12" }],
    [400, "单据类型不正确", { bizId: "12" }],
  ])("with an owner that one may not view: %i %s", async (status, msg, owner) => {
    const before = await rows();
    for (const how of [{ fields: owner }, { query: owner }]) {
      const sent = await upload(backend, ops, [{ name: "x.png", content: PNG }], how);
      expect({ status: sent.status, msg: sent.body.msg }).toEqual({ status, msg });
    }
    expect(await rows()).toEqual(before);
    expect(temporary()).toEqual([]);
  });

  test("a name never becomes a path", async () => {
    const { body } = await upload(backend, ops, [{ name: "../../etc/\u202epasswd\n.png", content: PNG }]);
    expect(body.data.name).toBe("passwd.png");
  });

  test("ten pictures when the kind says pictures", async () => {
    const parts = Array.from({ length: 10 }, (_, i) => ({ name: `${i}.png`, content: PNG }));
    const { body } = await upload(backend, ops, parts, { query: { kind: "picture-img" } });
    expect(body.data.files).toHaveLength(10);
  });

  test("exactly 20 MB in total", async () => {
    const half = Buffer.alloc(10 * MB, "a");
    const { status } = await upload(backend, ops, [
      { name: "1.txt", content: half },
      { name: "2.txt", content: half },
    ]);
    expect(status).toBe(200);
  });
});

describe("a refused upload writes nothing", () => {
  const cases: [string, () => Promise<unknown>, object][] = [
    [
      "20 MB and one byte in two files",
      () =>
        upload(backend, ops, [
          { name: "1.txt", content: Buffer.alloc(12 * MB, "a") },
          { name: "2.txt", content: Buffer.alloc(8 * MB + 1, "a") },
        ]),
      refused(413, "上传文件总大小不能超过20MB"),
    ],
    [
      "four files",
      () => upload(backend, ops, Array(4).fill({ name: "a.png", content: PNG })),
      refused(400, "最多上传3个文件，本次选择了4个"),
    ],
    [
      "a hundred pictures",
      () => upload(backend, ops, Array(100).fill({ name: "a.png", content: PNG }), { query: { kind: "picture-img" } }),
      refused(400, "最多上传99个文件"),
    ],
    [
      "a type that is not listed",
      () => upload(backend, ops, [{ name: "x.html", content: "<script>1</script>", type: "image/png" }]),
      refused(400, "不支持的文件类型：x.html"),
    ],
    [
      "no extension",
      () => upload(backend, ops, [{ name: "README", content: "x" }]),
      refused(400, "不支持的文件类型：README"),
    ],
    [
      "a page that calls itself a picture",
      () => upload(backend, ops, [{ name: "x.png", content: "<html></html>", type: "image/png" }]),
      refused(400, "文件内容与扩展名不符：x.png"),
    ],
    [
      "one bad file among good ones",
      () =>
        upload(backend, ops, [
          { name: "a.png", content: pngOf("only here") },
          { name: "b.pdf", content: PNG },
        ]),
      refused(400, "文件内容与扩展名不符：b.pdf"),
    ],
    [
      "an empty file",
      () => upload(backend, ops, [{ name: "x.txt", content: "" }]),
      refused(400, "文件内容为空：x.txt"),
    ],
    [
      "a document where pictures are asked for",
      () => upload(backend, ops, [{ name: "x.pdf", content: "%PDF-1.7" }], { query: { kind: "picture-img" } }),
      refused(400, "只能上传图片：x.pdf"),
    ],
    [
      "an avatar that is no picture",
      () => upload(backend, ops, [{ name: "x.pdf", content: "%PDF-1.7" }], { fields: { bizType: "avatar" } }),
      refused(400, "只能上传图片：x.pdf"),
    ],
    ["no file", () => upload(backend, ops, []), refused(400, "请选择要上传的文件")],
  ];
  test.each(cases)("%s", async (_name, send, answer) => {
    const before = await rows();
    expect(await send()).toMatchObject(answer);
    expect(await rows()).toEqual(before);
    expect(temporary()).toEqual([]);
  });

  test("a body that is no form, a cut body, a wrong field, no token", async () => {
    const send = (body: string, type: string, token = ops) =>
      fetch(`${backend.url}/admin/file/uploadFile`, {
        method: "POST",
        body,
        headers: { "content-type": type, authorization: `Bearer ${token}` },
      });
    expect((await send("hello", "text/plain")).status).toBe(400);
    const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc';
    const answer = await send(cut, "multipart/form-data; boundary=b");
    expect([answer.status, (await answer.json()).msg]).toEqual([400, "上传内容无法解析"]);
    const wrong = `${cut.replace('name="file"', 'name="photo"')}\r\n--b--\r\n`;
    const other = await send(wrong, "multipart/form-data; boundary=b");
    expect((await other.json()).msg).toBe("请用file字段上传文件");
    expect((await upload(backend, "wrong", [{ name: "a.png", content: PNG }])).status).toBe(401);
    expect(temporary()).toEqual([]);
  });
});
