import { createServer, type Server } from "node:http";
import { strToU8, type Zippable, zipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { engine } from "#backend/domain";
import { pictureState } from "#documents/base/pictures";
import { login } from "../../../../tests/harness";
import { bookOf, openWorkbooks, put, type Tables, yuanfan } from "../workbook/workbook.testing";
import { fetchPictures } from "./fetch";
import { calledBy, loadPictures } from "./load";

/* Pictures of SKUs from an archive and from addresses (company.md 1.3): one company, in order. */

/** A PNG by its head: of such a size, and of a content of its own. */
function png(content: string, side = 10): Uint8Array {
  const bytes = Buffer.alloc(40);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  bytes.write(content, 28);
  return bytes;
}

let w: Awaited<ReturnType<typeof openWorkbooks>>;
let outside: Server;
let asked: string[] = [];
beforeAll(async () => {
  outside = createServer((req, res) => {
    asked.push(req.url ?? "");
    if (req.url === "/moved.png") return void res.writeHead(302, { location: "/a.png" }).end();
    if (req.url === "/busy.png") return void res.writeHead(503).end();
    if (req.url === "/large.png") return void res.writeHead(200, { "content-length": 20_000_000 }).end();
    if (req.url === "/text.png") return void res.end("no picture");
    res.end(png(req.url ?? ""));
  }).listen(0, "127.0.0.1");
  w = await openWorkbooks();
  await w.imported(yuanfan());
});
afterAll(async () => {
  outside?.close();
  await w?.backend.close();
});

function port(): number {
  const address = outside.address();
  return address && typeof address === "object" ? address.port : 0;
}
const at = (path: string) => `http://127.0.0.1:${port()}/${path}`;

async function sent(files: Zippable | Uint8Array, who = "admin") {
  const { url } = w.backend;
  const form = new FormData();
  const bytes = files instanceof Uint8Array ? files : zipSync(files);
  form.append("file", new Blob([Buffer.from(bytes)]), "图片.zip");
  const headers = { authorization: `Bearer ${await login(url, who)}` };
  const answer = await fetch(`${url}/setup/pictures/import`, { method: "POST", headers, body: form });
  const { data, msg } = await answer.json();
  if (!data) return { status: answer.status, msg };
  await loadPictures(w.db, engine, w.backend.config);
  const state = await fetch(`${url}/setup/pictures/${data.id}`, { headers });
  return pictureState.parse((await state.json()).data);
}

const images = async (code: string) =>
  (
    await w.db.query<{ original: string; hash: string }>(
      `select f.original, f.hash from sku k, unnest(k.images) with ordinality i(id, n)
         join sys_file f on f.id = i.id::bigint where k.sku_code = $1 order by i.n`,
      [code],
    )
  ).map(({ original, hash }) => `${original} ${hash.slice(0, 6)}`);

it("knows by its name which picture of which SKU a file is", () => {
  expect(calledBy("图/HKC0001-bk.JPG")).toEqual({ code: "HKC0001-BK", place: 1 });
  expect(calledBy("HKC0001-BK_3.webp")).toEqual({ code: "HKC0001-BK", place: 3 });
  for (const name of ["HKC0001-BK.gif", "说明.txt", ".jpg"]) expect(calledBy(name)).toMatch(/文件名应为/);
  expect(calledBy("HKC0001-BK_21.png")).toBe("每个SKU最多20张图片");
});

it("gives SKUs the pictures of an archive, lists what is nobody's, and says it once", async () => {
  const files = {
    "HKC0001-BK.png": png("one"),
    "照片/HKC0001-BK_2.png": png("two"),
    "HKC0001-WH.png": png("one"),
    "E-BOX-01.png": png("box"),
    "HKC0001-WH_2.png": strToU8("no picture"),
    "HKS0001-S.png": png("wide", 8001),
    "HKS0001-L.png": Buffer.concat([png("big"), Buffer.alloc(10 * 1024 * 1024)]),
    "XYZ.png": png("nobody"),
    "说明.txt": strToU8("x"),
    "__MACOSX/HKC0001-BK.png": strToU8("x"),
  };
  const first = await sent(files);
  expect(first).toMatchObject({ status: "done", total: 9, done: 9, added: 4, same: 0, missed: 5 });
  expect("misses" in first && first.misses.map(({ name, msg }) => `${name} ${msg}`).sort()).toEqual([
    "HKC0001-WH_2.png 不是jpg、png或webp图片",
    "HKS0001-L.png 图片超过10MB",
    "HKS0001-S.png 图片边长超过8000像素",
    "XYZ.png 没有SKU“XYZ”",
    "说明.txt 文件名应为“SKU编码.jpg”或“SKU编码_2.png”",
  ]);
  const own = await images("HKC0001-BK");
  expect(own.map((one) => one.split(" ")[0])).toEqual(["HKC0001-BK.png", "HKC0001-BK.png"]);
  expect(await images("E-BOX-01")).toHaveLength(1);
  const blobs = () =>
    w.db.one<{ n: number }>(
      "select count(*)::int as n from sys_file_blob b join sys_file f using (hash) where f.biz_type = 'sku' and f.del_flag = 0",
    );
  const stored = await w.db.one(
    "select count(distinct hash)::int as n from sys_file where biz_type = 'sku' and del_flag = 0",
  );
  expect([await blobs(), stored]).toEqual([{ n: 4 }, { n: 3 }]);
  const history = `select action, diff ? 'images' as pictures from sys_oper_log where biz_type = 'sku' order by id desc limit 1`;
  expect(await w.db.query(history)).toEqual([{ action: "修改", pictures: true }]);
  expect(await sent(files)).toMatchObject({ added: 0, same: 4, missed: 5 });
  expect(await sent({ "HKC0001-BK.png": png("new") })).toMatchObject({ added: 1, same: 0 });
  expect((await images("HKC0001-BK"))[1]).toBe(own[1]);
});

it("refuses what is no archive, a broken one, and who may not change SKUs", async () => {
  expect(await sent(strToU8("no archive"))).toMatchObject({ status: 400, msg: "请上传由图片组成的zip文件" });
  const half = zipSync({ "HKC0001-BK.png": png("x") });
  expect(await sent(half.subarray(0, half.length - 30))).toMatchObject({
    status: "failed",
    message: "文件无法读取，请重新打包为zip",
  });
  const hash = "(select password from sys_user where username = 'admin')";
  await w.db.query(`update sys_user set password = ${hash} where username = 'fin1'`);
  expect(await sent({ "HKC0001-BK.png": png("x") }, "fin1")).toMatchObject({ status: 403 });
});

/** 远帆 with this in its picture column of the first SKU. */
function pictured(text: string): Tables {
  const t = yuanfan();
  put(t, "10SKU", 0, 18, text);
  return t;
}

it("says of an address that may not be fetched, at its cell", async () => {
  const said = async (text: string) =>
    (await w.checked(await bookOf(pictured(text)))).errors.map(({ cell, msg }) => `${cell} ${msg}`);
  for (const inside of ["https://10.0.0.1/a.png", "https://localhost/a.png", "http://pictures.example/a.png", "a.png"])
    expect(await said(inside)).toEqual([`S2 图片地址“${inside}”不能使用，须为互联网上以https://开头的地址`]);
});

it("fetches addresses after the import; what does not come is a warning at its cell", async () => {
  process.env.CONNECT_PRIVATE = "on";
  try {
    const list = ["a.png", "b.png", "busy.png", "text.png", "large.png", "moved.png"].map(at).join(";");
    const { id } = await w.imported(pictured(list));
    for (let turn = 0; turn < 4; turn++) {
      await fetchPictures(w.db, engine, w.backend.config);
      await w.db.query("update picture_fetch set next_run = now() where state = 'waiting'");
    }
    const state = await w.state(id);
    const warnings = state.errors.map(({ cell, msg, count }) => `${cell} ${msg} ${count}`);
    expect(warnings.sort()).toEqual([
      "S2 图片没有取到：不是jpg、png或webp图片 1",
      "S2 图片没有取到：图片超过10MB 1",
      "S2 图片没有取到：无法下载 2",
    ]);
    expect(state.errors.filter(({ asks }) => !asks)).toEqual([]);
    expect(state.askCount).toBe(4);
    expect(await images("HKC0001-BK")).toHaveLength(2);
    expect(asked.filter((url) => url === "/busy.png")).toHaveLength(3);
    expect(asked.filter((url) => url === "/text.png")).toHaveLength(1);
    asked = [];
    // What it got from these and still has is not fetched again.
    await w.imported(pictured([at("a.png"), at("b.png")].join("; ")));
    await fetchPictures(w.db, engine, w.backend.config);
    expect(asked).toEqual([]);
    await w.imported(pictured("<清空>"));
    expect(await images("HKC0001-BK")).toEqual([]);
  } finally {
    process.env.CONNECT_PRIVATE = "";
  }
});
