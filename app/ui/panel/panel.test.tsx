import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { deltaParts } from "../delta/delta";
import { defineTable } from "../table/model";
import { Table } from "../table/table";
import { Gauge } from "./gauge";
import { Panels } from "./panel";
import { sparkPath } from "./spark";

it("says a change by arrow, size, word and colour; nothing to compare with is a dash", () => {
  expect(deltaParts(0.1234)).toEqual({ text: "▲ 12.34%", tone: "rise", word: "上升" });
  expect(deltaParts(-0.03)).toEqual({ text: "▼ 3.00%", tone: "fall", word: "下降" });
  expect(deltaParts(-0.03, "down").tone).toBe("rise");
  expect(deltaParts(0.5, "none").tone).toBeUndefined();
  expect(deltaParts(0.00001).text).toBe("持平");
  expect(deltaParts(-11.184).text).toBe("▼ 1,118%");
  expect(deltaParts(null).text).toBe("—");
});

it("draws a run from bottom to top, and leaves a gap where nothing is known", () => {
  expect(sparkPath([0, 10])).toBe("M3 25l114-22");
  expect(sparkPath([0, 10, 5, 5])).toBe("M3 25l38-22 38 11 38 0");
  expect(sparkPath([1, 1, null, 2, 1])).toBe("M3 25l29 0M89 3l28 22");
  expect(sparkPath([1, null, 1])).toBe("M3 25M117 25");
  expect(sparkPath([null])).toBe("");
});

it("fills a gauge no further than its end, and reads its number", () => {
  const html = renderToStaticMarkup(<Gauge ratio={1.2} label="完成率" />);
  expect(html).toContain('class="gauge reached"');
  expect(html).toContain('aria-label="完成率 120.00%"');
  expect(html).toMatch(/stroke-dasharray="(125\.66\d*) \1"/);
});

it("a tile names its number, its changes and where it leads", () => {
  const html = renderToStaticMarkup(
    <Panels label="指标" items={[{ title: "利润", value: "-1.00万", negative: true, href: "/x", changes: [] }]} />,
  );
  expect(html).toContain('<a href="/x">');
  expect(html).toContain('<strong class="fall">-1.00万</strong>');
});

interface Row {
  id: string;
  income: number;
  chain: number | null;
}
it("tables show 万, changes and shares, and sums as a row of their own", () => {
  const model = defineTable<Row>([
    { key: "id", label: "名称" },
    { key: "income", label: "收入", kind: "wan", part: (row) => row.income / 100_000 },
    { key: "chain", label: "环比", kind: "change" },
  ]);
  const rows = [
    { id: "a", income: 50_000, chain: -0.1 },
    { id: "b", income: -20_000, chain: null },
  ];
  const html = renderToStaticMarkup(
    <Table
      model={model}
      rows={rows}
      base={0}
      rowKey={(row) => row.id}
      caption="示例"
      foot={[{ id: "合计", income: 30_000, chain: 0.5 }]}
    />,
  );
  expect(html).toContain("5.00万<svg");
  expect(html).toContain('<rect width="50"');
  expect(html).toContain('<span class="fall">-2.00万</span><svg class="part down"');
  expect(html).toContain('<span class="delta fall"><span class="sr">下降</span>▼ 10.00%</span>');
  const foot = html.slice(html.indexOf("<tfoot>"));
  expect(foot).toContain("Σ");
  expect(foot).toContain("3.00万");
  expect(foot).toContain("▲ 50.00%");
});
