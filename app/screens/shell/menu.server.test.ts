import { expect, test } from "vitest";
import type { MenuNode } from "~/erp/menu.server";
import { matchesInitials, searchMenu } from "./found.server";
import { prepareMenu } from "./menu.server";
import { markMenu } from "./menu-html.server";
import { leafFor } from "./menu-index.server";

const node = (id: string, label: string, path: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id,
  parentId: "-1",
  label,
  path,
  icon: "",
  component: "",
  keepAlive: true,
  group: "",
  query: {},
  href: "",
  roles: [],
  children: [],
  ...more,
});

const menu = [
  node("1", "系统管理", "/admin", {
    group: "系统",
    children: [
      node("11", "用户管理", "/admin/user"),
      node("12", "系统通知", "/admin/systemnotice/index"),
      node("13", "API <文档>", "docs", { query: { v: "1" } }),
    ],
  }),
  node("2", "仓库重量", "/wms/weight", { group: "供应" }),
  node("3", "帮助中心", "https://help.example/a?b=1&c"),
  node("4", "消息中心", "/admin/message-center"),
];
const prepared = prepareMenu(menu);
const labels = (query: string) => searchMenu(prepared.leaves, query).map((l) => l.label);

test("a leaf opens under its index child, external links in the frame page", () => {
  expect(prepared.leaves.map((l) => l.href)).toEqual([
    "/admin/user/index",
    "/admin/systemnotice/index",
    "/admin/docs/index?v=1",
    "/wms/weight/index",
    `/myiframe/https%3A%2F%2Fhelp.example%2Fa%3Fb%3D1%26c?name=${encodeURIComponent("帮助中心")}`,
    "/admin/message-center",
  ]);
  expect(prepared.groups).toEqual(["系统", "供应"]);
});

test("an entry that leads to another host or is no path is not shown, whatever the backend says", () => {
  const bad = ["//evil.example", "/\\evil.example", "/\t/evil.example", "\\evil", "/a\u0000"];
  const nodes = [
    ...bad.map((path, i) => node(`${i}`, `bad ${i}`, path)),
    node("20", "bad branch", "/", { children: [node("21", "bad leaf", "/evil.example//")] }),
    node("22", "script", "", { href: "javascript:alert(1)" }),
    node("30", "good", "/good"),
  ];
  const { leaves, whole } = prepareMenu(nodes);
  expect(leaves.map((l) => l.href)).toEqual(["/evil.example/index", "/good/index"]);
  expect(whole).not.toMatch(/href="(?!\/[a-z])/);
  expect(whole).not.toContain("javascript");
});

test("details highlight their own parent list, or the nearest list above them", () => {
  const find = (path: string, parent?: string) => leafFor(prepared, path, parent)?.label;
  expect(find("/admin/user/index")).toBe("用户管理");
  expect(find("/admin/systemnotice/edit/3")).toBe("系统通知");
  expect(find("/elsewhere/7", "/admin/user/index")).toBe("用户管理");
  expect(find("/elsewhere/7")).toBeUndefined();
});

test("only the current entry is marked, only its branch has its entries; text is escaped", () => {
  const html = markMenu(prepared, "/admin/user/index", ["1"]);
  expect(html).toContain('<a href="/admin/user/index" aria-current="page">');
  expect(html.match(/aria-current/g)).toHaveLength(1);
  expect(html).toContain('<details id="b-1" open>');
  expect(html).toContain("API &lt;文档&gt;");
  const closed = markMenu(prepared, "/none", []);
  expect(closed).not.toMatch(/aria-current|<details/);
  expect(closed).toContain(`<a id="b-1" aria-expanded="false" data-native href="/menu/${prepared.version}/1">`);
  expect(closed).not.toContain("/admin/user/index");
  expect(prepared.whole).toContain('<a href="/admin/user/index">');
});

test("equal menus share one rendering", () => {
  expect(prepareMenu(structuredClone(menu))).toBe(prepared);
});

test("search: label in any case, pinyin initials with every reading, leaves only", () => {
  expect(labels("api")).toEqual(["API <文档>"]);
  expect(labels("用户")).toEqual(["用户管理"]);
  expect(labels("yhgl")).toEqual(["用户管理"]);
  expect(labels("XTTZ")).toEqual(["系统通知"]);
  expect(labels("zl")).toEqual(["仓库重量"]);
  expect(labels("cl")).toEqual(["仓库重量"]);
  expect(labels("系统管理")).toEqual([]);
  expect(labels("  ")).toEqual([]);
});

test("initials must be consecutive", () => {
  expect(matchesInitials("用户管理", "hg")).toBe(true);
  expect(matchesInitials("用户管理", "yg")).toBe(false);
});
