import { strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { claiming, sheet, xlsx } from "#backend/engine/imports/sheet.testing";
import { openWorkbooks } from "./workbook.testing";

/* What a workbook may be at most, each with its sentence (company.md 1.3). */

let w: Awaited<ReturnType<typeof openWorkbooks>>;
beforeAll(async () => {
  w = await openWorkbooks();
});
afterAll(() => w?.backend.close());

/** What is said of a file: as it is sent, else when it was read. */
async function said(content: Uint8Array, name = "表.xlsx"): Promise<string | null> {
  const { body } = await w.upload(content, name);
  if (!body.data) return body.msg;
  await w.run();
  const { status, message } = await w.state(body.data.id);
  expect(status).toBe("failed");
  return message;
}

const csv = (rows: number, row: string) => strToU8(`编码,名称,部门编码\r\n${`${row}\r\n`.repeat(rows)}`);
const incompressible = (bytes: number) => {
  const random = new Uint8Array(bytes);
  for (let i = 0; i < bytes; i += 65_536) crypto.getRandomValues(random.subarray(i, Math.min(bytes, i + 65_536)));
  return random;
};

it("is refused as a file that is too large, packed or unpacked", async () => {
  const large = zipSync({ "07小组.csv": incompressible(50 * 1024 * 1024 + 1) }, { level: 0 });
  expect(await said(large, "表.zip")).toBe("文件超过50MB，请拆分后导入");
  const small = xlsx(sheet(`<row r="1"><c r="A1"><v>1</v></c></row>`));
  expect(await said(claiming(small, 2 ** 30 + 1))).toBe("文件内容过大，请拆分后导入");
  // 20 MB of one letter: a thousand times what it is packed to.
  const bomb = zipSync({ "07小组.csv": strToU8("a".repeat(20 * 1024 * 1024)) });
  expect(await said(bomb, "表.zip")).toBe("文件内容过大，请拆分后导入");
});

it("is refused when it has a password or macros", async () => {
  const locked = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Array(600).fill(0)]);
  expect(await said(locked)).toBe("文件已加密，请取消密码后上传");
  const zip = zipSync({ "07小组.csv": csv(1, "G1,一组,YY") });
  // The flag of an encrypted file, in its head and in the directory.
  const sealed = Buffer.from(zip);
  sealed[6] = (sealed[6] ?? 0) | 1;
  const directory = sealed.lastIndexOf("PK\x01\x02");
  sealed[directory + 8] = (sealed[directory + 8] ?? 0) | 1;
  expect(await said(sealed, "表.zip")).toBe("文件已加密，请取消密码后上传");
  const macros = zipSync({ ...unzipSync(xlsx(sheet(""))), "xl/vbaProject.bin": strToU8("Sub Auto_Open()") });
  expect(await said(macros, "表.xlsm")).toBe("文件含有宏，请另存为xlsx后上传");
});

it("is refused with too many rows in a sheet, in all sheets, or too many columns", async () => {
  const most = zipSync({ "07小组.csv": csv(120_001, "G1,一组,YY") }, { level: 1 });
  expect(await said(most, "表.zip")).toBe("工作表“07小组”超过120000行");
  const three = ["05仓库", "06店铺", "07小组"].map((name) => [`${name}.csv`, csv(100_001, "G1,一组,")] as const);
  expect(await said(zipSync(Object.fromEntries(three), { level: 1 }), "表.zip")).toBe("文件超过300000行，请拆分后导入");
  const wide = strToU8(`${Array.from({ length: 201 }, (_, i) => `列${i}`).join(",")}\r\n`);
  expect(await said(zipSync({ "07小组.csv": wide }), "表.zip")).toBe("工作表“07小组”超过200列");
});

it("reads a zip of csv files named like the sheets, by name or number, in UTF-8 or as Excel writes it", async () => {
  const gbk = Buffer.from([
    0xb1,
    0xe0,
    0xc2,
    0xeb,
    0x2c,
    0xc3,
    0xfb,
    0xb3,
    0xc6,
    0x0d,
    0x0a,
    ...Buffer.from("K1,K\r\n"),
  ]);
  const zip = zipSync({
    "建账/03部门.csv": strToU8('﻿部门编码,部门名称\r\nYY,"运营,一"\r\n'),
    "小组.csv": strToU8("编码,名称,部门编码\r\nG1,一组,YY\r\n"),
    "01.csv": new Uint8Array(gbk),
    "别的.csv": strToU8("a\r\n"),
    "说明.txt": strToU8("不读"),
  });
  const found = await w.checked(zip, "表.zip");
  expect(found.errors).toEqual([]);
  expect(found.sheets.map(({ name, added }) => [name, added])).toEqual([
    ["01公司主体", 1],
    ["03部门", 1],
    ["07小组", 1],
  ]);
  expect(found.ignored).toEqual(["别的"]);
});

it("says of more than ten thousand errors that they are too many", async () => {
  const found = await w.checked(zipSync({ "07小组.csv": csv(10_002, ",一组,YY") }), "表.zip");
  expect(found).toMatchObject({ status: "refused", message: "错误超过10000处，请先修正" });
});
