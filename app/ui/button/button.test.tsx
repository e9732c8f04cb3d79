import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Button, LinkButton } from "./button";

it("is a submit button unless said", () => {
  expect(
    renderToStaticMarkup(
      <Button name="_action" value="save">
        保存
      </Button>,
    ),
  ).toBe('<button class="btn" name="_action" value="save">保存</button>');
});

it("with a reason it stays readable but can send nothing", () => {
  const html = renderToStaticMarkup(
    <Button tone="primary" name="_action" value="save" reason="单据已审核">
      保存
    </Button>,
  );
  expect(html).toContain('type="button"');
  expect(html).toContain('aria-disabled="true" title="单据已审核"');
  expect(html).toContain("（单据已审核）");
  expect(html).not.toContain("_action");
});

it("opens another window without handing over this one", () => {
  const html = renderToStaticMarkup(
    <LinkButton href="/x" target="_blank">
      看
    </LinkButton>,
  );
  expect(html).toContain('rel="noopener"');
});
