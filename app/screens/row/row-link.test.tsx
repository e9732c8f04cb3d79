import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { rowLink, stateTag } from "./row-link";

const html = (node: React.ReactNode) => renderToStaticMarkup(node);

it("a row is named and linked; what has no name or no page is text", () => {
  expect(html(rowLink("purchase_order", "7", "PO1"))).toMatch(/^<a href="[^"]*id=7[^"]*">PO1<\/a>$/);
  expect(html(rowLink("purchase_order", "7", ""))).toBe("—");
  expect(html(rowLink("no_such_document", "7", "X1"))).toBe("X1");
});

it("a state is said in the words of its document", () => {
  expect(html(stateTag("purchase_order", "draft"))).toMatch(/class="tag[^"]*">草稿</);
  expect(html(stateTag("purchase_order", "unheard"))).toBe("unheard");
  expect(html(stateTag("purchase_order", null))).toBe("—");
});
