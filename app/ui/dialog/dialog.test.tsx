import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ConfirmDialog, Dialog } from "./dialog";

it("is open without script, named, and closed by a link", () => {
  const html = renderToStaticMarkup(
    <Dialog title="修改" closeHref="/l">
      x
    </Dialog>,
  );
  expect(html).toContain('<dialog open="" class="dialog" aria-labelledby="dialog-title"');
  expect(html).toContain('<a class="close" href="/l" aria-label="关闭" autofocus="">');
});

it("a question posts its fields, and can be left", () => {
  const html = renderToStaticMarkup(
    <ConfirmDialog closeHref="/l" action="/l" fields={{ _action: "delete", ids: "1" }} confirmLabel="删除" danger>
      确定删除吗？
    </ConfirmDialog>,
  );
  expect(html).toContain('<form method="post" action="/l">');
  expect(html).toContain('name="ids" value="1"');
  expect(html).toContain('<a class="btn" href="/l">取消</a>');
});
