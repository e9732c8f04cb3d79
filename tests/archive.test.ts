import { strFromU8, unzipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { CONTRACT, type Ordering, openOrdering } from "#backend/domain/purchase/order/purchase-order.testing";
import { pngOf, upload } from "#backend/platform/files/files.testing";
import * as archive from "../app/routes/export.$name_.archive";
import * as login from "../app/routes/login";
import { Browser, type TestConsole, testConsole } from "./console";

// The build gives a style sheet an address below public/; here it is the file itself.
vi.mock("~/ui/sheet/sheet.css", () => ({ default: "../app/ui/sheet/sheet.css" }));

const PATH = "/export/purchase_contract/archive";
const loader = (args: Parameters<typeof archive.loader>[0]) =>
  archive.loader({ ...args, params: { name: "purchase_contract" } });

let w: Ordering;
let app: TestConsole;
beforeAll(async () => {
  w = await openOrdering();
  app = await testConsole(w.backend.url, { "/login": login, [PATH]: { loader } });
});
afterAll(async () => {
  await app?.close();
  await w?.close();
});

/** Asks for the zip as a browser does that came from the list. */
async function fetched(who: string, ids: string[]) {
  const browser = new Browser(app.url);
  await browser.post("/login", { username: who, password: "123456" });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const query = ids.map((id) => `ids=${id}`).join("&");
  const headers = { Cookie: cookie, Referer: `${app.url}/purchaseContract/index?size=50` };
  return fetch(`${app.url}${PATH}?${query}`, { headers, redirect: "manual" });
}

const stored = async (name: string, content: Buffer, who = "buyer") =>
  (await upload(w.backend, await w.token(who), [{ name, content }])).body.data as { id: string };

it("one folder for each contract with its sheet and scans, and a list of all", async () => {
  const chop = await stored("chop.png", pngOf("chop"), "admin");
  await w.db.query("update company set chop = $1", [chop.id]);
  const scans = await Promise.all(
    ["扫描.png", "扫描.png", "../=a|b.png"].map((name, i) => stored(name, pngOf(`${i}`))),
  );
  const order = () => w.approved([[0, 100, "10.00"]]);
  const signed = await w.contracted([await order()]);
  const gone = await stored("gone.png", pngOf("gone"));
  w.o.good(
    await w.sign(
      signed,
      [...scans, gone].map((s) => s.id),
    ),
  );
  await w.db.query("update sys_file set del_flag = 1 where id = $1", [gone.id]);
  const plain = await w.contracted([await order()]);
  const [one, two] = await Promise.all([signed, plain].map((id) => w.buyer.read(CONTRACT, id)));
  const answer = await fetched("admin", [signed, plain]);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="archive.zip"; filename*=UTF-8''${encodeURIComponent("合同2份")}.zip`,
  );
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(files)).toEqual([
    `${one?.no}/合同图.html`,
    `${one?.no}/扫描.png`,
    `${one?.no}/扫描 (2).png`,
    `${one?.no}/_ab.png`,
    `${two?.no}/合同图.html`,
    "清单.xlsx",
  ]);
  expect(Buffer.from(files[`${one?.no}/扫描 (2).png`] ?? [])).toEqual(pngOf("1"));
  const sheet = strFromU8(files[`${one?.no}/合同图.html`] ?? new Uint8Array());
  expect(sheet).toContain(`合同编号：${one?.no}`);
  expect(sheet).toContain(one?.picHash);
  expect(sheet).toContain(`src="data:image/png;base64,${pngOf("chop").toString("base64")}"`);
  expect(sheet).toContain(".contract h1");
  expect(sheet).not.toMatch(/<script|(src|href)="(?!data:)/);
  const list = (await readXlsx(files["清单.xlsx"] ?? new Uint8Array())).sheets[0]?.rows;
  expect(list?.[0]).toEqual(["单号", "乙方(供应商)", "合同总额", "币种", "签订日期", "状态", "文件"]);
  expect(list?.[1]?.slice(0, 6)).toEqual([one?.no, "比价供应商1", 1130, "人民币", "2026-11-21", "已生效"]);
  expect(list?.[1]?.[6]).toBe("合同图.html\n扫描.png\n扫描 (2).png\n_ab.png\ngone.png（文件不存在）");
  expect(list?.[2]?.slice(4)).toEqual([null, "待签署", "合同图.html"]);
});

it("a refusal is a sentence on the list, not a file", async () => {
  const back = await fetched("buyer", []);
  expect([back.status, back.headers.get("location")]).toEqual([302, "/purchaseContract/index?size=50"]);
  expect(back.headers.getSetCookie().join()).toContain("flash=");
  expect((await fetched("ops", ["1"])).status).toBe(403);
  const foreign = await w.contracted([await w.approved([[0, 100, "10.00"]])]);
  await w.db.query("update purchase_contract set buyer_id = 1, dept_id = 1 where id = $1", [foreign]);
  expect((await fetched("buyer", [foreign])).status).toBe(302);
});

it("a scan that the store lost is named, and the rest comes", async () => {
  const scan = await stored("weg.png", pngOf("weg"));
  const id = await w.contracted([await w.approved([[0, 100, "10.00"]])]);
  w.o.good(await w.sign(id, [scan.id]));
  await w.db.query("update sys_file_blob set storage = 's3'");
  const files = unzipSync(new Uint8Array(await (await fetched("admin", [id])).arrayBuffer()));
  const list = (await readXlsx(files["清单.xlsx"] ?? new Uint8Array())).sheets[0]?.rows;
  expect(list?.[1]?.[6]).toBe("合同图.html\nweg.png（文件不存在）");
});
