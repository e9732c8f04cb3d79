import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { today } from "~/text";
import { Budget } from "./decide";

const month = today().slice(0, 7);
const said = (left: string, after: string, more = {}) => {
  const budget = { of: "部门", month, currency: "CNY", left, after, ...more };
  return renderToStaticMarkup(<Budget flow={{ budget }} />).replace(/<\/?span>/g, "");
};

it("says what is left of the budget of the month, with the document and without it", () => {
  expect(said("5000.00", "1200.50")).toBe("部门本月预算剩余 ¥5,000.00（本单后 ¥1,200.50）");
  const other = { month: "2031-02", currency: "USD", of: "小组" };
  expect(said("10.00", "0.00", other)).toBe("小组 2031-02 预算剩余 $10.00（本单后 $0.00）");
});

it("says in red words what is more than that", () => {
  expect(said("100.00", "-20.00")).toBe('部门本月预算剩余 ¥100.00（<span class="tag red">本单后超出 ¥20.00）');
  expect(said("-5.00", "-25.00")).toContain("部门本月预算已超出 ¥5.00");
});

it("says nothing where no budget is set", () => {
  expect(renderToStaticMarkup(<Budget flow={{ budget: null }} />)).toBe("");
});
