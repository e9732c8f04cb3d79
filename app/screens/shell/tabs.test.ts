import { describe, expect, test } from "vitest";
import { closeAll, closeOthers, closeTab, HOME, openTab, TAB_LIMIT, type Tab, tabKey } from "./tabs";

const tab = (url: string, title = url): Tab => ({ url, title });
const urls = (tabs: Tab[]) => tabs.map((t) => t.url);
const three = [HOME, tab("/a/index"), tab("/b/index")];

describe("opening", () => {
  test("the first tab is 首页, whatever page opens first", () => {
    expect(urls(openTab([], tab("/a/index")))).toEqual([HOME.url, "/a/index"]);
    expect(openTab([], tab("/wel/index", "欢迎"))).toEqual([HOME]);
  });

  test("the same path is the same tab, with its latest filters and title", () => {
    const tabs = openTab(three, tab("/a/index?keyword=x&current=2", "甲"));
    expect(tabs).toEqual([HOME, tab("/a/index?keyword=x&current=2", "甲"), tab("/b/index")]);
  });

  test("details with different ids are different tabs, in the path and in the query", () => {
    let tabs = openTab(three, tab("/d/detail?id=1"));
    tabs = openTab(tabs, tab("/d/detail?id=2"));
    tabs = openTab(tabs, tab("/d/detail?id=1&view=1"));
    tabs = openTab(tabs, tab("/e/7"));
    tabs = openTab(tabs, tab("/e/8"));
    expect(urls(tabs).slice(3)).toEqual(["/d/detail?id=1&view=1", "/d/detail?id=2", "/e/7", "/e/8"]);
  });

  test("beyond the limit the oldest goes, 首页 and the shown page stay", () => {
    let tabs: Tab[] = [];
    for (let i = 0; i < 30; i++) tabs = openTab(tabs, tab(`/p/${i}`));
    expect(tabs).toHaveLength(TAB_LIMIT);
    expect(urls(tabs).slice(0, 2)).toEqual([HOME.url, "/p/11"]);
    expect(urls(tabs).at(-1)).toBe("/p/29");
  });
});

describe("closing", () => {
  test("the active tab gives way to the previous one, the first to the new first", () => {
    expect(closeTab(three, "/b/index", "/b/index").go).toBe("/a/index");
    const first = closeTab(three, HOME.url, HOME.url);
    expect(first.go).toBe("/a/index");
    expect(urls(first.tabs)).toEqual(["/a/index", "/b/index"]);
  });

  test("another tab leaves the active one where it is, filters included", () => {
    const moved = closeTab(three, "/a/index", "/b/index?x=1");
    expect(moved.go).toBe("/b/index?x=1");
    expect(urls(moved.tabs)).toEqual([HOME.url, "/b/index"]);
  });

  test("the only tab cannot be closed; an unknown one changes nothing", () => {
    expect(closeTab([HOME], HOME.url, HOME.url)).toEqual({ tabs: [HOME], go: HOME.url });
    expect(closeTab(three, "/c/index", "/a/index").tabs).toEqual(three);
  });

  test("others and all", () => {
    expect(urls(closeOthers(three, "/b/index?x=1").tabs)).toEqual([HOME.url, "/b/index"]);
    expect(closeAll()).toEqual({ tabs: [HOME], go: HOME.url });
  });
});

test("the key of a tab", () => {
  expect(tabKey("/a/index?current=2")).toBe("/a/index");
  expect(tabKey("/a/detail?x=1&id=5")).toBe("/a/detail?id=5");
  expect(tabKey("/a/index?do=lock&on=5")).toBe("/a/index");
  expect(tabKey("/a/index?id=5&do=submit")).toBe("/a/index?id=5");
  expect(tabKey("/a/detail/5?walk=7")).toBe(tabKey("/a/detail/6?walk=8"));
  expect(tabKey("/a/detail/5")).toBe("/a/detail/5");
});
