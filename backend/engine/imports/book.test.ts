import { writeXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { readBook, requireBook } from "./book";
import { claiming, sheet, xlsx } from "./sheet.testing";

/** All that is told of a file. */
async function told(bytes: Buffer, wanted = /^/) {
  const rows: unknown[] = [];
  let names: string[] = [];
  let merged: string[] = [];
  for await (const piece of readBook(bytes, wanted)) {
    if ("names" in piece) names = piece.names;
    else {
      rows.push(...piece.rows);
      merged = piece.merged ?? merged;
    }
  }
  return { names, rows, merged };
}

it("reads cells as people see them: values of formulas, texts in parts, dates, leading zeros", async () => {
  const strings = `<sst><si><t>007</t></si><si><r><t>甲</t></r><r><t xml:space="preserve"> &amp;乙</t></r><rPh><t>jia</t></rPh></si></sst>`;
  const rows =
    `<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2"><f>1+1</f><v>2</v></c>` +
    `<c r="E2" t="b"><v>1</v></c><c r="F2" t="e"><v>#N/A</v></c><c r="G2"/></row>` +
    `<row r="4"><c t="inlineStr"><is><t>a&#10;b</t></is></c><c t="str"><f>A1</f><v>x_x000D_</v></c></row>`;
  const { rows: read } = await told(xlsx(sheet(rows), strings));
  expect(read).toEqual([
    [2, [null, "007", "甲 &乙", 2, true, "#N/A"]],
    [4, ["a\nb", "x\r"]],
  ]);
  const made = await writeXlsx({ sheets: [{ name: "01", rows: [[new Date(Date.UTC(2026, 0, 31)), 1.5, "尾"]] }] });
  expect((await told(Buffer.from(made))).rows).toEqual([[1, [new Date(Date.UTC(2026, 0, 31)), 1.5, "尾"]]]);
});

it("reads only what is wanted, with its merged cells, also where every name has a prefix", async () => {
  const merges = [{ startRow: 0, startCol: 0, endRow: 1, endCol: 1 }];
  const made = await writeXlsx({
    sheets: [
      { name: "01甲", rows: [["a"]], merges },
      { name: "别的", rows: [["b"]] },
    ],
  });
  expect(await told(Buffer.from(made), /^01/)).toEqual({
    names: ["01甲", "别的"],
    rows: [[1, ["a"]]],
    merged: ["A1:B2"],
  });
  const prefixed = sheet(`<row r="1"><c r="A1"><v>5</v></c></row>`).replace(/<(\/?)(?=\w)/g, "<$1x:");
  expect((await told(xlsx(prefixed))).rows).toEqual([[1, [5]]]);
});

it("refuses a file that says or hides that it is too large, and one that is broken", async () => {
  const rows = Array.from({ length: 50 }, (_, i) => `<row r="${i + 1}"><c><v>1</v></c></row>`).join("");
  expect(() => requireBook(claiming(xlsx(sheet(rows)), 2 ** 31))).toThrow("文件内容过大，请拆分后导入");
  const half = xlsx(sheet(rows));
  await expect(told(half.subarray(0, half.length / 2))).rejects.toThrow("文件无法读取");
  await expect(told(xlsx(sheet(`<row r="1"><c r="ZZZZ1"><v>1</v></c></row>`)))).rejects.toThrow("文件无法读取");
});
