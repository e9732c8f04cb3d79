import { expect, test } from "vitest";
import { HOME, openTab, type Tab } from "./tabs";
import { countVisit, type Memory, readMemory, type TabVisit, writeMemory } from "./tabs.server";

const back = (cookie: string, user = "7") =>
  readMemory(new Request("http://x/", { headers: { Cookie: cookie.split(";")[0]! } }), user);

const memory: Memory = {
  tabs: [HOME, { url: "/admin/user/index?keyword=张&current=2", title: "用户管理" }],
  visits: [{ url: "/admin/user/index", title: "用户管理", count: 3 }],
};

test("what is written is read again, by the same user only", () => {
  const cookie = writeMemory("7", memory);
  expect(cookie).toMatch(/^tabs=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
  expect(back(cookie)).toEqual(memory);
  expect(back(cookie, "8")).toEqual({ tabs: [], visits: [] });
});

test("damaged, foreign and hostile values are no tabs", () => {
  for (const value of ["tabs=", "tabs=%%%", "tabs=abc", writeMemory("7", memory).slice(0, 30)])
    expect(back(value)).toEqual({ tabs: [], visits: [] });
  const evil = { tabs: [{ url: "//evil.example", title: "x" }], visits: [] };
  expect(back(writeMemory("7", evil)).tabs).toEqual([]);
});

test("twenty long addresses stay within 3 KB; the newest and the first are kept", () => {
  let tabs: Tab[] = [];
  for (let i = 0; i < 20; i++) {
    const noise = Array.from({ length: 40 }, (_, j) => ((i * 7919 + j * 104_729) % 99_991).toString(36));
    tabs = openTab(tabs, { url: `/p${i}/index?ids=${noise.join(",")}`, title: `第${i}页` });
  }
  const cookie = writeMemory("7", { tabs, visits: [] });
  expect(cookie.split(";")[0]!.length).toBeLessThanOrEqual(3072 + 5);
  const kept = back(cookie).tabs;
  expect(kept[0]).toEqual(HOME);
  expect(kept.at(-1)).toEqual(tabs.at(-1));
  expect(kept.length).toBeGreaterThan(5);
});

test("visits are counted per path, most used first", () => {
  let visits: TabVisit[] = [];
  for (const path of ["/a", "/b", "/b?x=1"]) visits = countVisit(visits, { url: path, title: path });
  expect(visits.map((v) => [v.url, v.count])).toEqual([
    ["/b", 2],
    ["/a", 1],
  ]);
  for (let i = 0; i < 30; i++) visits = countVisit(visits, { url: `/n${i}`, title: "n" });
  expect(visits).toHaveLength(12);
  expect(visits[0]!.url).toBe("/b");
});
