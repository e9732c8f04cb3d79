import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Statistics } from "./statistic";

it("a tile with an address is a link, span 6 is the default", () => {
  const html = renderToStaticMarkup(
    <Statistics data={[{ title: "待审核", count: 3, href: "/l", target: "_blank", color: "orange" }]} />,
  );
  expect(html).toContain('<ul class="tiles">');
  expect(html).toContain('<a href="/l" target="_blank" rel="noopener">');
  expect(html).toContain('<strong class="orange">3</strong>');
});

it("other spans change how many stand in a row", () => {
  expect(renderToStaticMarkup(<Statistics data={[]} span={8} />)).toContain("tiles of-3");
});
