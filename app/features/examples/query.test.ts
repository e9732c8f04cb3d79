import { expect, it } from "vitest";
import { checkValues, typedValues } from "./act.server";
import { visibleNodes } from "./gallery";
import { queryExamples, readQuery } from "./query";
import { exampleRow } from "./rows";

const all = Array.from({ length: 137 }, (_, i) => exampleRow(i));
const ask = (query: string) => queryExamples([...all], readQuery(new URLSearchParams(query)));

it("shows 10 rows of the first page when nothing is asked", () => {
  expect(
    ask("")
      .rows.map((r) => r.no)
      .slice(0, 2),
  ).toEqual(["SL26060001", "SL26060002"]);
  expect(ask("").rows).toHaveLength(10);
  expect(ask("size=17").rows).toHaveLength(10);
});

it("a department brings those below it", () => {
  const depts = new Set(ask("dept=1&size=100").rows.map((r) => r.dept));
  expect([...depts].sort()).toEqual(["11", "12"]);
});

it("a page beyond the end is the last page", () => {
  expect(ask("current=99&size=100")).toMatchObject({ current: 2, total: 137 });
});

it("sorts numbers as numbers, and sums over everything that was found", () => {
  const { rows, totals } = ask("descs=quantity&size=10");
  const quantities = rows.map((r) => Number(r.quantity));
  expect(quantities).toEqual([...quantities].sort((a, b) => b - a));
  expect(Number(totals.quantity)).toBe(all.reduce((sum, r) => sum + Number(r.quantity), 0));
});

it("refuses field by field and keeps exact decimals", () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    name: '"<示例>"',
    dept: "11",
    state: "draft",
    quantity: "3",
    price: "9.9",
    currency: "USD",
    phone: "138 0013 8000",
    day: "2026-07-01",
  }))
    form.set(name, value);
  const { values } = checkValues(typedValues(form));
  expect(values).toMatchObject({ name: "示例", price: "9.90", phone: "13800138000" });
  form.set("price", "1.234");
  form.set("phone", "1380013800");
  expect(checkValues(typedValues(form)).errors).toEqual({
    price: "单价最多12位整数、2位小数",
    phone: "手机号码长度不为11位",
  });
});

it("a tree row shows its children only while it is open", () => {
  expect(visibleNodes(new Set()).map((n) => n.id)).toEqual(["1", "2", "3"]);
  expect(visibleNodes(new Set(["1"])).map((n) => n.id)).toEqual(["1", "11", "12", "13", "2", "3"]);
});
