import { expect, test } from "vitest";
import { readRows } from "./read-file";

const read = (text: string) => readRows("a.csv", Buffer.from(text));

test("others are answered while a large file is read", async () => {
  let turns = 0;
  let on = true;
  const turn = () => {
    turns++;
    if (on) setImmediate(turn);
  };
  setImmediate(turn);
  const rows = await read(`${"a,".repeat(150)}b\n`.repeat(4990));
  on = false;
  expect(rows).toHaveLength(4990);
  expect(rows[0]?.cells).toHaveLength(151);
  expect(turns).toBeGreaterThan(1);
});

test.each([
  ["one cell without end", "a".repeat(300 * 1024), "文件的一行内容过长"],
  ["quotes without end", '"'.repeat(300 * 1024), "文件的一行内容过长"],
  ["lines without end", "a\n".repeat(300_000), "一次最多导入5000行"],
  ["blank lines without end", "\n".repeat(300_000), "一次最多导入5000行"],
  ["many columns", "a,".repeat(500), "最多200列"],
])("%s: refused", async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test("quoted line breaks and commas stay in their cell", async () => {
  expect(await read('a,"b\nc,d"\n\n"e""f",g\n')).toEqual([
    { at: 1, cells: ["a", "b\nc,d"] },
    { at: 3, cells: ['e"f', "g"] },
  ]);
});
