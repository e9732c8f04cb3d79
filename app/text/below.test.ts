import { expect, test } from "vitest";
import { above, below, isBelow, linksBelow } from "./below";

test("a page has its address below /mobile, once", () => {
  expect(below("/")).toBe("/mobile");
  expect(below("/?a=1")).toBe("/mobile?a=1");
  expect(below("/admin/user/index?size=10#x")).toBe("/mobile/admin/user/index?size=10#x");
  expect(below(below("/todo"))).toBe("/mobile/todo");
  expect(below("/mobilephones")).toBe("/mobile/mobilephones");
});

test.each([
  "/build/a.css",
  "/export/user",
  "/download/1",
  "/login?next=%2F",
  "/lock",
  "/favicon.svg",
  "https://example.com/a",
  "//example.com",
  "/\\example.com",
  "#part",
  "?page=2",
  "",
])("%s stays as it is", (address) => expect(below(address)).toBe(address));

test("a path is known without its prefix", () => {
  expect(above("/mobile/todo")).toBe("/todo");
  expect([above("/todo"), above("/mobile"), above("/mobiles")]).toEqual(["/todo", "/mobile", "/mobiles"]);
  expect([isBelow("/mobile"), isBelow("/mobile/a"), isBelow("/mobiles")]).toEqual([true, true, false]);
});

test("links and forms of a page are moved, and nothing else of it", () => {
  const html =
    '<a class="x" href="/a?b=1&amp;c=2">/a</a><form action="/b"><button formAction="/c" name="href" value="/d">href=&quot;/e&quot;</button><img src="/f"><a href="#g"><a href="/download/1">';
  expect(linksBelow(html)).toBe(
    '<a class="x" href="/mobile/a?b=1&amp;c=2">/a</a><form action="/mobile/b"><button formAction="/mobile/c" name="href" value="/d">href=&quot;/e&quot;</button><img src="/f"><a href="#g"><a href="/download/1">',
  );
});
