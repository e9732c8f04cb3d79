import { expect, test } from "vitest";
import type { ShellData } from "~/ui/page/shell-data";
import { SWITCH_KEYS, type Switches } from "~/ui/page/shell-data";
import { inShell } from "./shell-html.server";

const ON = Object.fromEntries(SWITCH_KEYS.map((key) => [key, true])) as Switches;

const shell = (userName: string): ShellData => ({
  at: "/here",
  userId: "1",
  userName,
  avatar: "",
  menuHtml: "<b>menu</b>",
  menuPath: "",
  groups: ["业务"],
  group: 0,
  crumbs: [{ label: "面包屑" }],
  tabs: [{ url: "/here", title: "此页", active: true }],
  bell: { latest: { id: "1", title: userName, pushTime: "2026-01-01", isRead: false }, unread: 1 },
  serviceDeskUrl: null,
  folded: false,
  theme: "default",
  colour: "",
  switches: ON,
  version: "1",
});

const drawn = (userName: string) => inShell(shell(userName), ["<main>page</main>"]).join("");

test("every part is in its place, once", () => {
  const html = drawn("张三");
  for (const part of ["<main>page</main>", "<b>menu</b>", ">面包屑<", "此页"]) expect(html.split(part)).toHaveLength(2);
});

test("what is written about a page stands beside its own name alone", () => {
  const guide = { title: "怎样收货", href: "/knowledge/base/openTag/detail/1" };
  const html = inShell({ ...shell("张三"), guide }, []).join("");
  expect(html).toContain(">面包屑<");
  expect(html.split("本页知识：怎样收货</span>")).toHaveLength(2);
  expect(drawn("张三")).not.toContain("本页知识");
});

test("no name or title is taken for the place of a part", () => {
  for (const slot of ["page", "menu", "crumbs", "tabs", "at"])
    for (const name of [`\ue000${slot}\ue000`, `:${slot};`, `<i data-part="0"></i>${slot}`]) {
      const html = drawn(name);
      expect(html.split("<main>page</main>")).toHaveLength(2);
      expect(html.split("<b>menu</b>")).toHaveLength(2);
    }
});
