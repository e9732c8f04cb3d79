import { afterAll, beforeAll, expect, it } from "vitest";
import { download, pngOf, upload } from "#backend/platform/files/files.testing";
import { CONTRACT, type Ordering, openOrdering } from "../order/purchase-order.testing";

let w: Ordering;
let buyer: string;
beforeAll(async () => {
  w = await openOrdering();
  buyer = await w.token("buyer");
});
afterAll(() => w?.close());

const stored = async (name: string) =>
  (await upload(w.backend, buyer, [{ name, content: pngOf(name) }])).body.data as { url: string; id: string };
const contract = async () => w.contracted([await w.approved([[0, 100, "10.00"]])]);
const signed = async (...files: string[]) => {
  const id = await contract();
  w.o.good(await w.sign(id, files));
  return id;
};
const asked = (who: string, ids: string[] | string) =>
  w.o.as(who).send("GET", `${CONTRACT}/archive`, undefined, { ids: [ids].flat().join(",") });

it("names the files of each contract in the order of the choice", async () => {
  const file = await stored("扫描 1.png");
  const gone = await stored("gone.png");
  const one = await signed(file.id, gone.id);
  await w.db.query("update sys_file set del_flag = 1 where id = $1", [gone.id]);
  const two = await contract();
  const no = async (id: string) => (await w.buyer.read(CONTRACT, id)).no;
  const rows = w.o.good(await asked("buyer", [two, one, two]));
  expect(rows).toEqual([
    { id: two, name: await no(two), files: [] },
    {
      id: one,
      name: await no(one),
      files: [
        { name: "扫描 1.png", size: pngOf("扫描 1.png").length, url: file.url, problem: null },
        { name: "gone.png", size: 0, url: null, problem: "文件不存在" },
      ],
    },
  ]);
  const log = await w.db.one<{ title: string; create_by: string }>(
    "select title, create_by from sys_log where title like '打包下载%' order by id desc limit 1",
  );
  expect(log).toEqual({ title: "打包下载合同", create_by: "buyer" });
});

it("who may view a contract may have its scans, nobody else, and no other file on it", async () => {
  const file = await stored("own.png");
  const foreign = await upload(w.backend, await w.token("finance"), [{ name: "f.png", content: pngOf("f") }]);
  const { id: theirs, url }: { id: string; url: string } = foreign.body.data;
  const id = await contract();
  expect(await w.message(w.sign(id, [file.id, theirs]))).toBe("已签合同中的文件不存在");
  w.o.good(await w.sign(id, [file.id]));
  const of = async (who: string) =>
    (w.o.good(await asked(who, id)) as { files: { problem: string | null }[] }[])[0]?.files.map((f) => f.problem);
  expect(await of("purchase_manager")).toEqual([null]);
  expect(await of("finance")).toEqual([null]);
  const status = async (who: string, at: string) => (await download(w.backend, await w.token(who), at)).status;
  expect(await status("purchase_manager", file.url)).toBe(200);
  expect(await status("purchase_manager", url)).toBe(403);
  expect(await status("ops", file.url)).toBe(403);
});

it("refuses who may not export, what is out of scope, and no choice at all", async () => {
  const id = await contract();
  expect(await w.message(asked("ops", id))).toBe("当前操作没有权限");
  const other = await contract();
  await w.db.query("update purchase_contract set buyer_id = 1, dept_id = 1 where id = $1", [other]);
  const answer = await asked("buyer", [id, other, "999999"]);
  expect(answer.status).toBe(404);
  expect(answer.body.msg).toBe("选择的合同中有2条不存在或没有权限查看");
  for (const none of ["", ",x"]) expect(await w.message(asked("buyer", none))).toBe("请先选择数据");
});

it("refuses more than 100 rows and more than 500 MB", async () => {
  const many = Array.from({ length: 101 }, (_, i) => String(i + 1));
  expect(await w.message(asked("buyer", many))).toBe("一次最多打包100条，本次选择了101条");
  const file = await stored("big.png");
  const id = await signed(file.id);
  await w.db.query("update sys_file set size = 600 * 1024 * 1024 where id = $1", [file.id]);
  expect(await w.message(asked("buyer", id))).toBe("所选合同的文件共600MB，一次最多打包500MB，请减少选择");
});
