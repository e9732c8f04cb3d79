import fc from "fast-check";
import { expect, test } from "vitest";
import { heldBy } from "#backend/platform/threads/held.testing";
import { hasContent, picturesIn, sanitizeContent } from "./sanitize";

test("structure, emphasis, tables and code stay", async () => {
  const html =
    '<h2>标题</h2><p>一<b>二</b><i>三</i><u>四</u><s>五</s><br />六</p><ul><li>a</li></ul><ol start="3"><li>b</li></ol><table><tbody><tr><td colspan="2">c</td></tr></tbody></table><blockquote>d</blockquote><pre><code>e</code></pre>';
  expect(await sanitizeContent(html)).toBe(html);
});

test.each([
  ["<script>alert(1)</script>ok", "ok"],
  ["<style>*{}</style>ok", "ok"],
  ['<p onclick="x()" style="color:red" class="c" id="i">ok</p>', "<p>ok</p>"],
  ['<iframe src="https://x"></iframe>ok', "ok"],
  ['<a href="javascript:alert(1)">ok</a>', '<a rel="noopener noreferrer">ok</a>'],
  ['<a href="jAvA\tscript:alert(1)">ok</a>', '<a rel="noopener noreferrer">ok</a>'],
  ['<a href="data:text/html,x">ok</a>', '<a rel="noopener noreferrer">ok</a>'],
  ['<a href="//evil.example">ok</a>', '<a rel="noopener noreferrer">ok</a>'],
  ['<a href="/wel/index">ok</a>', '<a href="/wel/index" rel="noopener noreferrer">ok</a>'],
  ['<a href="mailto:a@b.cn">ok</a>', '<a href="mailto:a@b.cn" rel="noopener noreferrer">ok</a>'],
  [
    '<a href="https://a.cn" rel="opener" target="_self">ok</a>',
    '<a href="https://a.cn" rel="noopener noreferrer" target="_blank">ok</a>',
  ],
  ['<img src="https://tracker.example/p.png">ok', "ok"],
  ['<img src="/api/admin/user/info">ok', "ok"],
  ['<img src="/api/download/../admin/x.png">ok', "ok"],
  ['<img src="data:image/svg+xml;base64,PHN2Zz4=">ok', "ok"],
  ['<img src="/api/download/local/a-1.png" onerror="x()">', '<img src="/api/download/local/a-1.png" />'],
  ['<img src="data:image/png;base64,AAAA">', '<img src="data:image/png;base64,AAAA" />'],
  [`<img src="data:image/png;base64,${"A".repeat(200_001)}">ok`, "ok"],
  ['<form action="/x"><input name="y"></form>ok', "ok"],
  ["<p>a\0b</p>", "<p>ab</p>"],
])("%s", async (given, kept) => {
  expect(await sanitizeContent(given)).toBe(kept);
});

test("whatever is put together, no script, handler, style or foreign picture survives", async () => {
  const piece = fc.constantFrom(
    "<script>",
    "</script>",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:1">',
    "</a>",
    "<svg onload=1>",
    "<p style=x>",
    "</p>",
    "<!--",
    "-->",
    "<b",
    ">",
    '"',
    "'",
    "<",
    "文字",
    "&lt;script&gt;",
    "<math><mtext><style>",
    "<noscript>",
    "<textarea>",
    "</textarea>",
    "<img src=//e.example/x>",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 15 }), async (pieces) => {
      const kept = await sanitizeContent(pieces.join(""));
      const tags = kept.match(/<[^>]*>/g)?.join("") ?? "";
      expect(tags).not.toMatch(
        /<\/?(script|style|svg|math|iframe|noscript|textarea)|\son\w+=|style=|javascript:|example/i,
      );
    }),
  );
});

test("others are answered while a text that nests without end is made harmless", async () => {
  const text = "<b><i>".repeat(33_000);
  const held = await heldBy(() => sanitizeContent(text).catch((error) => error));
  expect(held).toBeLessThan(1000);
});

test("markup alone is no content; a picture is", () => {
  for (const empty of ["", "<p><br /></p>", "<p>&nbsp; \u00a0</p>"]) expect(hasContent(empty)).toBe(false);
  expect(hasContent("<p>字</p>")).toBe(true);
  expect(hasContent('<p><img src="/api/download/a.png" /></p>')).toBe(true);
});

test("names of the pictures that a text shows", () => {
  const html =
    '<img src="/api/download/local/a-1.png" /><img src="/api/download/b.jpg" /><img src="/api/download/local/a-1.png" />';
  expect(picturesIn(html)).toEqual(["a-1.png", "b.jpg"]);
});
