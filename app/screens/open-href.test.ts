import { expect, test } from "vitest";
import { documentNamed } from "#documents";
import { openHref } from "./href";

test("a special edit opens at the address of its kind of SKU", () => {
  const opens = (name: string) => documentNamed(name).actions?.specialEdit?.opens;
  const href = (name: string) => openHref(opens(name) as never, "7");
  expect(href("sku")).toBe("/product/openTag/specialEditSku/7");
  expect(href("easy_sku")).toBe("/product/openTag/specialEditEasySku/7");
});
