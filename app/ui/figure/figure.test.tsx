import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Figure } from "./figure";
import type { FigureData } from "./types";

const data: FigureData = {
  id: "income",
  title: "近3月收入（元）",
  kind: "columns",
  labels: ["2025-05", "2025-06", "2025-07"],
  series: [
    { key: "income", name: "收入", unit: "wan", values: [1234567, null, -20000] },
    { key: "margin", name: "毛利率", unit: "percent", type: "line", axis: 1, values: [0.31, 0.32, null] },
  ],
  hrefs: ["/m?month=202505", undefined, "/m?month=202507"],
};

it("says its numbers in one sentence, in the table and by its marks", () => {
  const html = renderToStaticMarkup(<Figure data={data} />);
  expect(html).toContain("收入：最近 2025-07 -2.00万，最高 2025-05 123.46万，最低 2025-07 -2.00万");
  expect(html).toContain('<th scope="row"><a href="/m?month=202505">2025-05</a></th><td>123.46万</td><td>31.00%</td>');
  expect(html).toContain('<td class="neg">-2.00万</td><td>—</td>');
  expect(html).not.toMatch(/ style=|NaN|undefined|Infinity/);
});

it("without one number it says so and draws nothing", () => {
  const none = { ...data, series: data.series.map((s) => ({ ...s, values: [null, null, null] })) };
  const html = renderToStaticMarkup(<Figure data={none} />);
  expect(html).toContain("暂无数据");
  expect(html).not.toContain("<svg");
});
