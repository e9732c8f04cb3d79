import { expect, test } from "vitest";
import { documentNamed } from "#documents";
import { leadsHref, openHref } from "./href";

test("a special edit opens at the address of its kind of SKU", () => {
  const opens = (name: string) => documentNamed(name).actions?.specialEdit?.opens;
  const href = (name: string) => openHref(opens(name) as never, "7");
  expect(href("sku")).toBe("/product/openTag/specialEditSku/7");
  expect(href("easy_sku")).toBe("/product/openTag/specialEditEasySku/7");
});

test("a balance of nothing leads to its entries, a movement of nothing nowhere", () => {
  const row = { supplierId: "7", currency: "CNY", firstDay: "2026-03-01", lastDay: "2026-03-31" };
  const href = (name: string, figure: unknown) => {
    const { column } = documentNamed("ap_supplier").fields[name] ?? {};
    const leads = typeof column === "object" ? column.leads : undefined;
    return leads && leadsHref(leads, figure, row);
  };
  expect(href("closing", "0.00")).toBe("/finance/ap/index?supplierId=7&currency=CNY&bizDateTo=2026-03-31&v=0");
  expect(href("closing", null)).toBeUndefined();
  expect(href("added", "0.00")).toBeUndefined();
  expect(href("added", "1.00")).toContain("bizDateFrom=2026-03-01");
});
