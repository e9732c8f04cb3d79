import { expect, test } from "vitest";
import { readRows } from "./read-file";
import { claiming, sheet, xlsx } from "./sheet.testing";

/* Spreadsheets that nobody means well: refused with a sentence, while others are answered. */

const LARGE = "文件内容过大，请减少行列或另存为csv后再上传";
const UNREADABLE = "文件无法读取，请另存为xlsx或csv后再上传";

const read = (file: Buffer) => readRows("a.xlsx", file);
const cell = (at: string, text: string) => `<c r="${at}" t="str"><v>${text}</v></c>`;
const strings = (count: number, text: string) => `<sst>${`<si><t>${text}</t></si>`.repeat(count)}</sst>`;
const bomb = xlsx(sheet(" ".repeat(100 * 1024 * 1024)));

test.each<[string, Buffer, string]>([
  ["unpacks to 100 MB", bomb, LARGE],
  ["unpacks to more than it says", claiming(bomb, 1000), UNREADABLE],
  ["does not say to how much it unpacks", claiming(bomb, 0), LARGE],
  ["has a cell in the last column", xlsx(sheet(`<row r="1">${cell("XFD1", "a")}</row>`)), "最多200列"],
  ["has a million rows", xlsx(sheet("<row><c><v>1</v></c></row>".repeat(1_000_000))), "一次最多导入5000行"],
  [
    "names one long text in many cells",
    xlsx(sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(100)), strings(1, "a".repeat(32_767))),
    LARGE,
  ],
  ["nests without end", xlsx(sheet(""), `<sst>${"<si>".repeat(1_500_000)}`), LARGE],
  ["has a million shared strings", xlsx(sheet(""), strings(1_000_000, "a")), LARGE],
  ["has blank rows without end", xlsx(sheet("<row/>".repeat(1_300_000))), LARGE],
  ["has blank cells in the last column", xlsx(sheet('<row><c r="XFD1"/></row>'.repeat(500))), LARGE],
  ["is no archive", Buffer.from("PK\x03\x04 nothing else"), UNREADABLE],
])("a file that %s is refused", async (_, file, message) => {
  await expect(read(file)).rejects.toThrow(message);
});

test("a sheet that says it is as large as can be is read for what it holds", async () => {
  const dimension = '<dimension ref="A1:XFD1048576"/>';
  const file = xlsx(sheet(`<row r="7">${cell("B7", " 甲 ")}${cell("E7", " ")}</row>`, dimension));
  expect(await read(file)).toEqual([{ at: 7, cells: ["", "甲"] }]);
});

test("others are answered while a file with very many shared strings is read", async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const file = xlsx(sheet(`<row><c t="s"><v>99999</v></c></row>`), strings(100_000, "a"));
  turns = 0;
  expect(await read(file)).toEqual([{ at: 1, cells: ["a"] }]);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
});
