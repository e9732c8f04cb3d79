import { expect, it } from "vitest";
import { waitsFor } from "./waits";

const flow = (people: string[], status = "running") => ({ flow: { status, currentNode: "部门负责人审批", people } });

it("says for whom a document in approval waits", () => {
  expect(waitsFor(flow(["陆云舟"]))).toBe("待 陆云舟 审批（部门负责人）");
  expect(waitsFor(flow(["甲", "乙", "丙", "丁"]))).toBe("待 甲、乙、丙等4人 审批（部门负责人）");
});

it("what is not in approval waits for nobody", () => {
  expect(waitsFor(flow(["陆云舟"], "approved"))).toBeNull();
  expect(waitsFor({})).toBeNull();
  expect(waitsFor({ flow: null })).toBeNull();
});
