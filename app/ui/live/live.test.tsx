import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Live } from "./live";

const drawn = (url: string, on = true) =>
  renderToStaticMarkup(
    <Live on={on} url={url}>
      有任务在运行
    </Live>,
  );

it("says that it follows, and without script offers to come again by itself", () => {
  const html = drawn("/x?size=10");
  expect(html).toContain('data-live="5"');
  expect(html).toContain("有任务在运行，");
  expect(html).toContain('<noscript><a href="/x?size=10&amp;follow=1">自动刷新</a></noscript>');
  expect(html).not.toContain("http-equiv");
});

it("comes again where it was asked to, until that is taken back", () => {
  expect(drawn("/x?follow=1")).toContain(
    '<noscript><meta http-equiv="refresh" content="5"/><a href="/x">停止自动刷新</a></noscript>',
  );
});

it("is there unseen when nothing runs, so that the elements around it stay the same", () => {
  expect(drawn("/x?follow=1", false)).toBe('<p class="hint" hidden=""></p>');
});
