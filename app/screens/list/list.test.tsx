import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { withParts } from "../shell/cached.server";
import { type Frame, FrameContext } from "../shell/frame";
import { ListScreen } from "./list";
import type { ListState } from "./load.server";

const document = documentNamed("user");

const state: ListState = {
  kind: "list",
  url: "/admin/user/index?more=1",
  query: { current: 1, size: 20 },
  rows: [
    { id: "1", version: 1, username: "first", deptId: "5" },
    { id: "2", version: 1, username: "second", deptId: "5" },
  ],
  total: 2,
  summary: {},
  options: { deptId: [{ value: "5", label: "采购部" }] },
  allowed: ["add", "edit", "del", "lock"],
  permissions: ["sys_user_add", "sys_user_edit", "sys_user_del"],
  key: "k1",
  picked: [],
  masked: [],
  opens: [],
};

/** The page of a list as it is sent, with what the process has kept of earlier ones. */
function page(of: Partial<ListState>, more: object = {}): string {
  const frame = { parts: [] as Buffer[] } as Frame;
  const html = renderToStaticMarkup(
    <FrameContext.Provider value={frame}>
      <ListScreen document={document} title="用户管理" layout={{}} views={[]} {...more} state={{ ...state, ...of }} />
    </FrameContext.Provider>,
  );
  return withParts(html, frame.parts).join("");
}

const view = { shared: false, own: true, isDefault: false, ownerName: null };
const inputs: [string, Partial<ListState>, object?][] = [
  ["what the person may do", { allowed: [] }],
  ["permissions of actions in rows", { permissions: [] }],
  ["rows", { rows: state.rows.slice(1) }],
  ["a value of a row", { rows: state.rows.map((row) => ({ ...row, username: "other" })) }],
  ["how many there are", { total: 45 }],
  ["page size", { query: { current: 1, size: 50 }, total: 60 }],
  ["order", { query: { ...state.query, ascs: "username" } }],
  ["a filter", { query: { ...state.query, deptId: "5" } }],
  ["words of a choice", { options: { deptId: [{ value: "5", label: "物流部" }] } }],
  ["filters that are folded away", { url: "/admin/user/index" }],
  ["chosen rows", { picked: ["1"] }],
  ["chosen rows elsewhere", { picked: ["99"] }],
  ["the address", { url: "/admin/user/index?size=50" }],
  ["depth in a tree", { tree: { "1": { depth: 0, open: true }, "2": { depth: 1 } } }],
  ["columns", {}, { layout: { username: { hide: true } } }],
  ["saved views", {}, { views: [{ ...view, id: "3", name: "我的", href: "/v" }] }],
  ["sentences about the list", { notes: ["保留7天"] }],
  ["the title", {}, { title: "员工" }],
];

it.each(inputs)("a list is never shown from what was kept with another input: %s", (_, of, more) => {
  const before = page({});
  expect(page(of, more)).not.toBe(before);
  expect(page({})).toBe(before);
});

it("a filter that somebody may not use is not told as one that counts", () => {
  const query = { ...state.query, deptId: "5" };
  const told = (masked: string[]) => page({ query, masked }).includes("移除筛选 部门：采购部");
  expect([told([]), told(["deptId"])]).toEqual([true, false]);
});

it("the key of a form is one person's own, and changes nothing of what is kept", () => {
  const [one, other] = [page({ key: "k1" }), page({ key: "k2" })];
  expect(other).toContain('value="k2"');
  expect(other.replaceAll("k2", "k1")).toBe(one);
});

it("filters that are folded away come when they are asked for, or count", () => {
  const folded = (of: Partial<ListState>) => /<div class="extra">(.*?)<span class="btns">/.exec(page(of))?.[1] ?? "";
  const url = "/admin/user/index";
  expect(folded({ url })).toBe("");
  expect(page({ url })).toContain('name="more"');
  expect(folded({ url: `${url}?more=1` })).toContain("采购部");
  expect(page({ url: `${url}?more=1` }), "once").not.toContain("more=1");
  expect(folded({ url, query: { ...state.query, deptId: "5" } })).toContain("采购部");
});
