import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ErrorPage } from "./error-page";

it("offers the address again", () => {
  const html = renderToStaticMarkup(<ErrorPage status={503} signedIn retry={{ action: "/admin/user/index?page=2" }} />);
  expect(html).toContain("服务暂时不可用");
  expect(html).toMatch(/<a[^>]* href="\/admin\/user\/index\?page=2"[^>]*>重试/);
  expect(html).not.toContain("<form");
});

it("sends what was typed once more", () => {
  const fields = [
    ["name", "王 & 李"],
    ["_key", "k1"],
  ] as [string, string][];
  const html = renderToStaticMarkup(
    <ErrorPage status={503} signedIn retry={{ action: "/admin/dict/create", fields, files: ["a.png"] }} />,
  );
  expect(html).toContain('<form method="post" action="/admin/dict/create"');
  expect(html).toContain('<input type="hidden" name="name" value="王 &amp; 李"/>');
  expect(html).toContain('<input type="hidden" name="_key" value="k1"/>');
  expect(html).toContain("附件需要重新选择：a.png");
  expect(html).toMatch(/<button[^>]*>重试/);
});
