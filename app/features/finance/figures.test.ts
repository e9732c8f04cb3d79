import { expect, test } from "vitest";
import { figuresIn, pasted } from "./figures";

// As the rows of the sheet post them: app/screens/form/line-row.tsx.
const form = new FormData();
for (const [i, key] of ["stockQty:1", "stockValue:1", "owed:CNY"].entries()) {
  form.set(`figures[${i}].key`, key);
  form.set(`figures[${i}].old`, i ? "" : " 5 ");
  form.set(`figures[${i}].note`, "");
}
const figures = figuresIn(form);

test("figures are read as they are posted", () => {
  expect(figures.map(({ key, old }) => [key, old])).toEqual([
    ["stockQty:1", "5"],
    ["stockValue:1", ""],
    ["owed:CNY", ""],
  ]);
});

test("a pasted column goes to its rows; an empty line changes none, another number of lines is none", () => {
  const said = (column: string) => {
    const rows = pasted(figures, column);
    return typeof rows === "number" ? rows : rows.map(({ old, note }) => [old, note]);
  };
  expect(said("\r\n1,234.50\t以旧系统为准\r\n7\r\n\r\n")).toEqual([
    ["5", ""],
    ["1,234.50", "以旧系统为准"],
    ["7", ""],
  ]);
  expect(said("1\n\n")).toEqual([
    ["1", ""],
    ["", ""],
    ["", ""],
  ]);
  expect(said("1\n2\n3\n4")).toBe(4);
  expect(said("1\n2")).toBe(2);
});
