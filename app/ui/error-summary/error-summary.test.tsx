import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Form } from "../form/form";
import { ErrorSummary } from "./error-summary";

it("links each message to its control and takes the focus", () => {
  const html = renderToStaticMarkup(
    <Form prefix="e-" head={<ErrorSummary errors={{ "lines[0].qty": "请输入数量" }} />}>
      {null}
    </Form>,
  );
  expect(html).toContain('<a href="#e-lines[0].qty">请输入数量</a>');
  expect(html).toMatch(/role="alert" tabindex="-1" autofocus=""/i);
});

it("shows the server's refusal, and nothing when there is nothing", () => {
  expect(renderToStaticMarkup(<ErrorSummary errors={{}} message="单据不存在" />)).toContain("单据不存在");
  expect(renderToStaticMarkup(<ErrorSummary errors={{}} />)).toBe("");
});

it("a refusal that names a page leads to it", () => {
  const html = renderToStaticMarkup(<ErrorSummary errors={null} message="系统已上线，期初只能用更正单" />);
  expect(html).toContain('期初只能用<a class="underline" href="/finance/opening/detail?kind=correction">更正单</a>');
});
