import { expect, test } from "vitest";
import { documentNamed } from "../..";
import { inputSchema } from "../derive/schema";
import { openIn } from "./open-fields";

test("an approved SKU's form only takes what may still be changed, a draft's everything", () => {
  const sku = documentNamed("sku");
  const taken = (state: string) => Object.keys(inputSchema(openIn(sku, state), "edit").shape);
  expect(openIn(sku, "draft")).toBe(sku);
  expect(taken("draft")).toEqual(expect.arrayContaining(["skuCode", "hsCode", "combo", "prices"]));
  expect(taken("approved").sort()).toEqual([...(sku.openFields?.approved?.fields ?? [])].sort());
});
