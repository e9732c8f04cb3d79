import { expect, test } from "vitest";
import { documentNamed } from "#documents";
import { rowSchemaOf } from "./row";

const order = documentNamed("purchase_order");

test("a row of a backend that counts its ids and writes its versions is read as every other", () => {
  const row = rowSchemaOf(order).parse({ id: 5, version: "3", no: "CG1", revisions: [], entries: null });
  expect(row).toEqual({ id: "5", version: 3, no: "CG1", revisions: [], entries: null });
});

test("what a page is not sent is not there, what it is sent otherwise is refused", () => {
  expect(rowSchemaOf(order).parse({ id: "5", version: 1 })).toEqual({ id: "5", version: 1 });
  expect(rowSchemaOf(order).safeParse({ id: "5", version: 1, revisions: [{}] }).success).toBe(false);
});
