import { expect, test } from "vitest";
import { defaultFlows } from "#backend/engine/workflow/defaults";
import { blank, changed, freshKey, toCopy, toNode, toRow } from "./model-rows";

test("every shipped flow comes out of the form as it went in", () => {
  for (const { nodes, cc = [] } of Object.values(defaultFlows)) {
    expect(nodes.map((n) => toNode(toRow(n, "x")))).toEqual(nodes.map((n) => ({ condition: undefined, ...n })));
    expect(cc.map((n) => toCopy(toRow(n, "x")))).toEqual(cc);
  }
});

test("a user, and values of a flag", () => {
  const row = { ...blank("a"), who: "user", user: "7", when: "flag", flag: "level", values: "S， A" };
  expect(toCopy(row)).toEqual({ approver: "user:7", condition: { flag: "level", in: ["S", "A"] } });
});

test("a combined condition that is no JSON stays something that the schema refuses", () => {
  expect(toCopy({ ...blank("a"), when: "other", other: "{" }).condition).toEqual({ flag: "" });
});

test("rows move, come and go", () => {
  const rows = ["a", "b", "c"].map(blank);
  const keys = (verb: string, at: number) => changed(rows, verb, at).map((r) => r.key);
  expect(keys("up", 1)).toEqual(["b", "a", "c"]);
  expect(keys("down", 1)).toEqual(["a", "c", "b"]);
  expect(keys("up", 0)).toEqual(["a", "b", "c"]);
  expect(keys("down", 2)).toEqual(["a", "b", "c"]);
  expect(keys("remove", 1)).toEqual(["a", "c"]);
  expect(keys("add", -1)).toEqual(["a", "b", "c", "node4"]);
  expect(freshKey([blank("node2")])).toBe("node3");
});
