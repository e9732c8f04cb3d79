import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DateInput } from "./date-input";
import { DateRange } from "./date-range";

it("a moment of the wire fits the browser's control", () => {
  const html = renderToStaticMarkup(<DateInput name="t" value="2026-07-01 09:30:15" time />);
  expect(html).toContain('value="2026-07-01T09:30"');
});

it("a report's range ends yesterday and offers its own quick options", () => {
  const html = renderToStaticMarkup(<DateRange quick="report" day="2026-07-10" />);
  expect(html.match(/max="2026-07-09"/g)).toHaveLength(2);
  expect(html).toContain('data-range="2026-06-10,2026-07-09"');
  expect(html).not.toContain("今天");
});

it("quick options are links where the list gives an address", () => {
  const html = renderToStaticMarkup(
    <DateRange day="2026-07-10" start="2026-07-10" end="2026-07-10" quickHref={(a, b) => `?a=${a}&b=${b}`} />,
  );
  expect(html).toContain('<a href="?a=2026-07-10&amp;b=2026-07-10" aria-current="true">今天</a>');
  expect(html).toContain('<a href="?a=&amp;b=">全部</a>');
  expect(html).toContain("至");
  expect(html).toContain('placeholder="开始日期" title="开始日期（北京时间）"');
});
