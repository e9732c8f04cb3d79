import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DayLegend, Days } from "./days";

const done = { sign: "✓", label: "已到", tone: "ok" } as const;
const missing = { sign: "!", label: "缺失", tone: "warn" } as const;

test("a mark says its state by sign and word, a row of one mark spans all days", () => {
  const html = renderToStaticMarkup(
    <Days
      caption="数据"
      heads={["店铺", "最近"]}
      days={["2026-01-02", "2026-01-01"]}
      rows={[
        {
          key: "a",
          subject: "一店",
          name: "订单",
          came: "—",
          cells: [{ mark: done, href: "?cell=1" }, { mark: missing }],
        },
        { key: "b", name: "费用", came: "—", cells: [{ mark: missing }] },
      ]}
    />,
  );
  expect(html).toContain('<a href="?cell=1" class="d-ok" title="已到">✓</a>');
  expect(html).toContain('<i class="d-warn" title="缺失">!</i>');
  expect(html).toContain('colSpan="2"><i class="d-warn" title="缺失">! 缺失</i>');
  expect(html).toContain('<th scope="col" title="2026-01-01">01-01</th>');
});

test("the legend names every mark", () => {
  expect(renderToStaticMarkup(<DayLegend marks={[done, missing]} />)).toContain("</i>缺失</li>");
});
