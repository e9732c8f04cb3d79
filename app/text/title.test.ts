import { expect, test } from "vitest";
import { PRODUCT_NAME, pageName, pageTitle } from "./title";

test("a title is the page, the long dash and the product", () => {
  expect(pageTitle("用户管理")).toBe(`用户管理 —— ${PRODUCT_NAME}`);
  expect(pageTitle("")).toBe(PRODUCT_NAME);
});

test("the page's name comes back out of its title, even when it has the dash itself", () => {
  expect(pageName(pageTitle("用户管理"))).toBe("用户管理");
  expect(pageName(pageTitle("甲 —— 乙"))).toBe("甲 —— 乙");
  expect(pageName(PRODUCT_NAME)).toBe("");
});
