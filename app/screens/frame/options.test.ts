import { expect, test } from "vitest";
import { field } from "#documents/kit";
import type { Erp } from "~/erp/client.server";
import { loadOptions } from "./options.server";

/** An ERP that shows its caller one user only. */
const erp = {
  get: async (_path: string, { query }: { query?: { ids?: string } } = {}) =>
    query?.ids ? [] : [{ id: "1", label: "看得见" }],
} as unknown as Pick<Erp, "get">;
const leader = field.ref("负责人", { to: "user" });

test("a chosen row outside the data scope stays chosen, by the name that the document shows", async () => {
  const values = { leaderId: "9", leaderName: "看不见" };
  expect(await loadOptions(erp, [["leaderId", leader]], values)).toEqual({
    leaderId: [
      { value: "9", label: "看不见" },
      { value: "1", label: "看得见" },
    ],
  });
});

test("nothing chosen, or something visible, adds nothing", async () => {
  for (const values of [{}, { leaderId: null }, { leaderId: "1", leaderName: "看得见" }])
    expect(await loadOptions(erp, [["leaderId", leader]], values)).toEqual({
      leaderId: [{ value: "1", label: "看得见" }],
    });
});

test("a form offers who may do it and who stands there already, a filter everybody", async () => {
  const buyer = field.ref("采购员", { to: "user", holds: "purchase_order_add" });
  const people = [
    { id: "1", label: "会采购" },
    { id: "2", label: "不再采购" },
  ];
  const asked = {
    get: async (_: string, { query = {} }: { query?: { holds?: string; ids?: string } } = {}) =>
      people.filter(({ id }) => (query.ids ? query.ids.split(",").includes(id) : !query.holds || id === "1")),
  } as unknown as Pick<Erp, "get">;
  const labels = async (values: Record<string, unknown>, everybody?: boolean) =>
    (await loadOptions(asked, [["buyerId", buyer]], values, everybody)).buyerId?.map((o) => o.label);
  expect(await labels({})).toEqual(["会采购"]);
  expect(await labels({ buyerId: "2" })).toEqual(["不再采购", "会采购"]);
  expect(await labels({}, true)).toEqual(["会采购", "不再采购"]);
});

test("one answer is a tree where the field says so and a plain list elsewhere", async () => {
  const rows = [
    { id: "1", label: "总部", parentId: "0" },
    { id: "2", label: "采购部", parentId: "1" },
  ];
  const same = { get: async () => rows } as unknown as Pick<Erp, "get">;
  const asTree = field.ref("部门", { to: "dept", tree: true });
  const asList = field.ref("所属部门", { to: "dept" });
  const list = [
    { value: "1", label: "总部" },
    { value: "2", label: "采购部" },
  ];
  const tree = [{ value: "1", label: "总部", children: [{ value: "2", label: "采购部" }] }];
  for (const [first, second] of [
    ["asTree", "asList"],
    ["asList", "asTree"],
  ] as const) {
    const fields = { asTree, asList };
    const found = await loadOptions(same, [
      [first, fields[first]],
      [second, fields[second]],
    ]);
    expect(found).toEqual({ asTree: tree, asList: list });
  }
});
