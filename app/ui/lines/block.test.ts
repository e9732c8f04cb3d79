import { expect, it } from "vitest";
import { readBlock } from "./block";

it("reads rows and cells as spreadsheets write them", () => {
  expect(readBlock("A\t1\r\nB\t2\r\n")).toEqual([
    ["A", "1"],
    ["B", "2"],
  ]);
  expect(readBlock("A\n\nB")).toEqual([["A"], [""], ["B"]]);
  expect(readBlock("\t1\t")).toEqual([["", "1", ""]]);
  expect(readBlock("one")).toEqual([["one"]]);
  expect(readBlock("")).toEqual([[""]]);
});

it("a quoted cell may hold line ends, tabs and quotes", () => {
  expect(readBlock('"a\nb"\t"c\td"\n"say ""x"""\t2\n')).toEqual([
    ["a\nb", "c\td"],
    ['say "x"', "2"],
  ]);
  expect(readBlock('""\t""""\n')).toEqual([["", '"']]);
});

it("a cell that merely begins with a quote, or has one in it, stays as it is", () => {
  expect(readBlock('"8寸\t1\n3" 管\t2')).toEqual([
    ['"8寸', "1"],
    ['3" 管', "2"],
  ]);
  expect(readBlock('"大" 号\t1')).toEqual([['"大" 号', "1"]]);
});

it("takes time in proportion to the text, also for quotes that nothing closes", () => {
  const many = 20_000;
  expect(readBlock('"a\t'.repeat(many)).at(0)).toHaveLength(many + 1);
  expect(readBlock('""x\t'.repeat(many)).at(0)).toHaveLength(many + 1);
  expect(readBlock('"a\t\n'.repeat(many))).toHaveLength(many);
});
