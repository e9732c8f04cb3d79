import { expect, test } from "vitest";
import { widestScope } from "./scope";

const facts = { customDeptIds: ["9"], deptsBelow: ["3", "4", "5"], deptId: "3", groupIds: ["71"] };

test.each([
  [["4", "0", "1"], { kind: "all" }],
  [["2"], { kind: "depts", deptIds: ["3", "4", "5"] }],
  [["3", "5"], { kind: "depts", deptIds: ["3"] }],
  [["1", "3"], { kind: "depts", deptIds: ["9", "3"] }],
  [["1", "2"], { kind: "depts", deptIds: ["9", "3", "4", "5"] }],
  [["5", "4"], { kind: "groups", groupIds: ["71"] }],
  [["4"], { kind: "self" }],
  [["6", "6"], { kind: "warehouses", deptIds: ["3"] }],
  [["6", "4"], { kind: "self", warehouses: true }],
  [["6", "5"], { kind: "groups", groupIds: ["71"], warehouses: true }],
  [["3", "6"], { kind: "depts", deptIds: ["3"], warehouses: true }],
  [["6", "0"], { kind: "all" }],
  [[], { kind: "self" }],
])("roles with dsType %j see %j", (dsTypes, scope) => {
  expect(widestScope({ ...facts, dsTypes })).toEqual(scope);
});

test("a scope that names nothing falls back to the own rows", () => {
  const none = { customDeptIds: [], deptsBelow: [], deptId: null, groupIds: [] };
  expect(widestScope({ ...none, dsTypes: ["1", "2", "3", "5"] })).toEqual({ kind: "self" });
});
