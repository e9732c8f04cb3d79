import { expect, it } from "vitest";
import type { Dimension } from "~/erp/cockpit.server";
import { fitting, nameOf, optionsOf } from "./cascade";
import { stepsOf } from "./drill";

const dim = (dimType: string, dimCode: string, parentCode = ""): Dimension => ({
  dimType,
  dimCode,
  parentCode,
  dimName: `${dimType}${dimCode}`,
});
const all = [
  dim("DIVISION", "1"),
  dim("DIVISION", "2"),
  dim("DEPT", "11", "1"),
  dim("DEPT", "21", "2"),
  dim("GROUP", "111", "11"),
  dim("GROUP", "112", "11"),
  dim("GROUP", "211", "21"),
  dim("REGION", "NA"),
  dim("SITE", "US", "NA"),
];

it("a choice names what stands above it", () => {
  expect(fitting({ groupId: "111" }, all)).toMatchObject({ divisionId: "1", deptId: "11" });
  expect(fitting({ siteCode: "US" }, all)).toMatchObject({ regionCode: "NA" });
});

it("another choice above takes what stood below it away, however far below", () => {
  const fit = fitting({ divisionId: "2", deptId: "11", groupId: "111" }, all);
  expect(fit).toEqual({ divisionId: "2", deptId: undefined, groupId: undefined });
  expect(fitting({ divisionId: "2", groupId: "111" }, all).groupId).toBeUndefined();
});

it("what is out of the data scope stays, and says so: never everybody's figures instead", () => {
  expect(fitting({ deptId: "99" }, all).deptId).toBe("99");
  expect(optionsOf("deptId", { deptId: "99" }, all).at(-1)?.label).toBe("99（不在数据范围内）");
});

it("choices are those below what is chosen above, else all under their headings", () => {
  const values = (filters: Parameters<typeof optionsOf>[1]) =>
    optionsOf("groupId", filters, all).map((o) => o.children?.map((c) => c.value) ?? o.value);
  expect(values({ deptId: "11" })).toEqual(["111", "112"]);
  expect(values({})).toEqual([["111", "112"], ["211"]]);
  expect(values({ divisionId: "2" })).toEqual([["211"]]);
});

it("each step of a drill-down leads back to itself, and forgets what was below", () => {
  const url = "/x?divisionId=1&deptId=11&groupId=111&current=3&reportMonth=202510";
  const steps = stepsOf(url, { divisionId: "1", deptId: "11", groupId: "111" }, all);
  expect(steps.map((s) => s.label)).toEqual(["全部", "DIVISION1", "DEPT11", "GROUP111"]);
  expect(steps[1]?.href).toBe("/x?divisionId=1&reportMonth=202510");
  expect(steps[0]?.href).toBe("/x?reportMonth=202510");
  expect(stepsOf("/x", {}, all)).toEqual([]);
  expect(nameOf("modelCode", "M1", all)).toBe("M1");
});
