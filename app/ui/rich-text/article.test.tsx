import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Article, articleOf } from "./article";

it("gives every heading of the second and third rank a place", () => {
  const { html, headings } = articleOf(
    "<h2>退款 &amp; <b>退货</b></h2><p>x</p><h3>多久</h3><h2><br /></h2><h4>小</h4>",
  );
  expect(headings).toEqual([
    { id: "part-1", text: "退款 & 退货", below: false },
    { id: "part-2", text: "多久", below: true },
  ]);
  expect(html).toBe(
    '<h2 id="part-1">退款 &amp; <b>退货</b></h2><p>x</p><h3 id="part-2">多久</h3><h2><br /></h2><h4>小</h4>',
  );
});

it("lets a table scroll in itself", () => {
  const { html } = articleOf("<table><tbody><tr><td>1</td></tr></tbody></table>");
  expect(html).toMatch(/^<div class="wide-table"[^>]*tabindex="0"><table>.*<\/table><\/div>$/);
});

it("has no contents of one heading", () => {
  expect(renderToStaticMarkup(<Article title="正文" html="<h2>一</h2>" />)).not.toContain("目录");
  expect(renderToStaticMarkup(<Article title="正文" html="<h2>一</h2><h3>二</h3>" />)).toContain('href="#part-2"');
});
