import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Descriptions } from "./description";

it("shows a dash for what is missing, and zero as zero", () => {
  const html = renderToStaticMarkup(
    <Descriptions
      items={[
        { label: "a", value: "" },
        { label: "b", value: 0 },
        { label: "c", value: "x", wide: true },
      ]}
    />,
  );
  expect(html).toContain('<div class="fact-quiet"><dt>a</dt><dd>—</dd>');
  expect(html).toContain("<dt>b</dt><dd>0</dd>");
  expect(html).toContain('<div class="span-all"><dt>c</dt>');
});
