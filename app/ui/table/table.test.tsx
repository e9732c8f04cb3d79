import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { defineTable } from "./model";
import { summarize, summaryLines } from "./summary";
import { Table } from "./table";

interface Row {
  id: string;
  no: string;
  amount: string;
  state: string;
}
const rows: Row[] = [
  { id: "7", no: "A1", amount: "1234.5", state: "1" },
  { id: "8", no: "A2", amount: "0.005", state: "9" },
];
const model = defineTable<Row>([
  { key: "no", label: "编号", kind: "link", href: (r) => `/x/${r.id}`, fixed: true, sortable: true },
  {
    key: "money",
    label: "金额组",
    children: [
      { key: "amount", label: "金额", kind: "money", currency: "USD", summary: "sum" },
      { key: "state", label: "状态", kind: "tag", options: [{ value: "1", label: "启用" }] },
    ],
  },
]);
const html = (props: object = {}) =>
  renderToStaticMarkup(<Table model={model} rows={rows} rowKey={(r) => r.id} caption="示例" {...props} />);

it("a currency that sums up to nothing is left out, unless all do", () => {
  const column = { key: "amount", label: "金额", summary: "currency" as const };
  expect(summaryLines(column, { CNY: "0.00", JPY: "0", USD: "-3.50" })).toEqual(["USD -3.50"]);
  expect(summaryLines(column, { CNY: "0.00", USD: "0.00" })).toEqual(["CNY 0.00"]);
  expect(summaryLines(column, { CNY: null, USD: "1.00" })).toEqual(["USD 1.00"]);
  expect(summaryLines(column, { CNY: null })).toEqual([]);
});

it("what belongs below ⋯ stands there, however little there is", () => {
  const actions = () => [
    { label: "收货", href: "/x" },
    { label: "作废", href: "/y", danger: true, rest: true },
  ];
  expect(html({ actions })).toMatch(/收货<\/a><button[^>]*popovertarget[^>]*>⋯.*作废/);
  expect(html({ actions: () => actions().slice(1) })).toMatch(
    /<td[^>]*><button[^>]*>⋯<\/button><div[^>]*popover=""><a[^>]*>作废/,
  );
});

it("a phone's card says the money and what it is sorted by, however far right they stand", () => {
  const keys = ["a", "b", "c", "d"].map((key) => ({ key, label: key.toUpperCase() }));
  const wide = defineTable<Row>([
    ...(model.leaves[0] ? [model.leaves[0].column] : []),
    ...keys,
    { key: "amount", label: "金额", kind: "money" },
  ]);
  const facts = (by?: string) => {
    const card = renderToStaticMarkup(
      <Table
        model={wide}
        rows={rows.slice(0, 1)}
        rowKey={(r) => r.id}
        caption="示例"
        sort={{ by, href: (key) => `/?by=${key}` }}
      />,
    );
    return [...card.matchAll(/<td[^>]*data-l="([^"]+)"/g)].map(([, label]) => label);
  };
  expect(facts()).toEqual(["A", "B", "金额"]);
  expect(facts("amount")).toEqual(["A", "B", "金额"]);
  expect(facts("d")).toEqual(["A", "B", "D"]);
});

it("a sum of each currency has the decimals of that one", () => {
  const column = { key: "amount", label: "金额", kind: "money", summary: "sum" } as const;
  expect(summaryLines(column, { JPY: "1200.00", USD: "3" })).toEqual(["JPY 1,200", "USD 3.00"]);
});

describe("Table", () => {
  it("numbers rows continuously from the page's base", () => {
    expect(html({ base: 20 })).toContain('<td class="l0 ce">21</td>');
    expect(html({ base: 20 })).toContain('<td class="l0 ce">22</td>');
  });

  it("shifts sticky columns behind selection and number", () => {
    expect(html({ base: 0, select: { name: "ids" } })).toContain('class="l4"');
    expect(html()).toContain('class="l0" scope="row"');
  });

  it("formats by kind, with the dictionary's label or the value itself", () => {
    expect(html()).toContain('data-l="金额">$1,234.50</td>');
    expect(html()).toContain('<span class="tag">启用</span>');
    expect(html()).toContain('<span class="tag">9</span>');
  });

  it("joins columns of one group under a common header", () => {
    expect(html()).toContain('<th colSpan="2" class="ce" scope="colgroup">金额组</th>');
  });

  it("links a sortable header and says how it is sorted", () => {
    const out = html({ sort: { by: "no", descending: true, href: (k: string) => `?s=${k}` } });
    expect(out).toContain('aria-sort="descending"><a href="?s=no">编号</a>');
  });

  it("shows three actions and puts the rest under an opener", () => {
    const actions = () => ["查看", "修改", "打印", "删除"].map((label) => ({ label, href: "#" }));
    expect(html({ actions })).toMatch(/修改<\/a><button[^>]*popovertarget="m7"[^>]*>⋯/);
  });

  it("leaves out hidden columns and those that the layout hides", () => {
    expect(html({ layout: { state: { hide: true } } })).not.toContain("状态");
  });

  it("shows summaries of the page and of everything, nothing elsewhere", () => {
    const row = (label: string, sum: string) =>
      `<tr><td class="l0" colSpan="2">${label}</td><td class="n" data-l="金额">${sum}</td><td></td></tr>`;
    expect(html({ base: 0, totals: { amount: "99.995" } })).toContain(
      `<tfoot>${row("Σ 本页", "Σ:1,234.51")}${row("Σ 全部", "Σ:100.00")}</tfoot>`,
    );
  });

  it("sums of rows that are all are those over the whole set, which are not rounded twice", () => {
    const foot = (all: boolean) =>
      /<tfoot>.*<\/tfoot>/.exec(html({ base: 0, totals: { amount: "99.99" }, all }))?.[0] ?? "";
    expect(foot(false)).toContain("Σ 本页");
    expect(foot(true)).not.toContain("Σ 本页");
    expect(foot(true)).toContain("Σ:99.99");
  });

  it("sums each currency of the page", () => {
    const currency = (row: Row) => row.state;
    const model = defineTable<Row>([
      { key: "no", label: "编号" },
      { key: "amount", label: "金额", kind: "money", currency, summary: "currency" },
    ]);
    const paid = ["USD", "CNY", "USD"].map((state) => ({ ...rows[0]!, state, amount: "1.10" }));
    const out = html({ model, rows: paid, sums: true });
    expect(out).toContain("<div>CNY 1.10</div><div>USD 2.20</div>");
    const many = ["USD", "CNY", "EUR", "JPY"].map((state) => ({ ...rows[0]!, state, amount: "1" }));
    expect(html({ model, rows: many, sums: true }), "four unfold").toContain(
      "<div>CNY 1.00</div><details><summary>另3种</summary><div>EUR 1.00</div><div>JPY 1</div><div>USD 1.00</div></details>",
    );
  });

  it("says in words what is summed right of the first sight", () => {
    const far = ["a", "b", "c", "d", "e"].map((key) => ({ key, label: key }));
    const layout = Object.fromEntries(far.map(({ key }) => [key, { width: 240 }]));
    const model = defineTable<Row>([
      { key: "no", label: "编号" },
      ...far,
      { key: "amount", label: "金额", kind: "money", summary: "sum" },
    ]);
    const foot = /<tfoot>.*<\/tfoot>/.exec(html({ model, layout, base: 0, sums: true }))?.[0] ?? "";
    expect(foot).toContain('Σ 本页</td><td colSpan="5">金额 1,234.51</td><td class="n" data-l="金额">Σ:1,234.51</td>');
    const near = html({ base: 0, sums: true });
    expect(near, "not where it is seen").not.toContain("金额 1,234.51");
  });

  it("sums nothing that the reader may not see", () => {
    expect(html({ base: 0, totals: {} })).not.toContain("Σ:");
    const page = html({ base: 0, sums: true });
    expect(page).toContain("Σ 本页");
    expect(page).not.toContain("Σ 全部");
  });

  it("keeps right-fixed columns at the end, each beside the one after it", () => {
    const right = defineTable<Row>([
      { key: "amount", label: "金额", kind: "money", fixed: "right", width: 110 },
      { key: "state", label: "状态", fixed: "right", width: 60 },
      { key: "no", label: "编号", minWidth: 90 },
    ]);
    const layout = { amount: { width: 110 }, state: { width: 60 } };
    const out = html({ model: right, layout, actions: () => [{ label: "查看", href: "#" }] });
    const heads = [...out.matchAll(/<th class="([^"]*)"/g)].map((m) => m[1]);
    // 160 px of actions, then 60 in whole steps; the outermost one moves no other.
    expect(heads.slice(0, 3)).toEqual(["r11 n", "r8", "r0"]);
    expect(out, "what has no width takes the rest").toContain('<colgroup><col/><col width="110"/>');
  });

  it("makes a column no wider than its words and values, unless somebody did", () => {
    const own = defineTable<Row>([
      { key: "no", label: "编号", width: 200 },
      { key: "state", label: "一个很长的表头", width: 60 },
      { key: "amount", label: "金额", minWidth: 90 },
    ]);
    const widths = (out: string) => [...out.matchAll(/<col width="(\d+)"/g)].map((m) => Number(m[1]));
    expect(widths(html({ model: own }))).toEqual([40, 60]);
    expect(widths(html({ model: own, layout: { no: { width: 180 } } }))).toEqual([180, 60]);
  });

  it("narrows words to two lines from the right where the first nine columns would not stand in their room", () => {
    const name = "深圳市锦程博艺家居用品有限公司";
    const wide = defineTable<Row>([
      { key: "no", label: "供应商", width: 200 },
      { key: "id", label: "收款方", width: 200, value: () => name },
      { key: "amount", label: "付款金额", kind: "money", width: 40 },
    ]);
    const named = rows.map((row) => ({ ...row, no: name, amount: "12345678.9" }));
    const out = (room?: number) => html({ model: wide, rows: named, room, base: 0 });
    const widths = (room?: number) => [...out(room).matchAll(/<col width="(\d+)"/g)].slice(1).map((m) => Number(m[1]));
    const amount = 103;
    expect(widths(), "a figure is never cut").toEqual([200, 200, amount]);
    expect(widths(500)).toEqual([200, 157, amount]);
    expect(widths(100), "no narrower than two lines").toEqual([118, 118, amount]);
    expect(out(100)).toContain(`<span class="f">${name}</span>`);
    expect(out(100), "nothing is cut").not.toContain("title=");
  });

  it("explains a column and offers its choices in the header, without script", () => {
    const own = defineTable<Row>([{ key: "state", label: "状态", tooltip: "谁在处理" }]);
    const filters = { state: [{ label: "启用", href: "?state=1", chosen: true }] };
    const out = html({ model: own, filters });
    expect(out).toContain('popovertarget="tip-state"');
    expect(out).toContain("谁在处理");
    expect(out).toContain('<a href="?state=1" aria-current="true">✓ 启用</a>');
  });

  it("shows the first picture of a cell, and wraps where the column says so", () => {
    const own = defineTable<Row>([
      { key: "pictures", label: "图片", kind: "image" },
      { key: "no", label: "编号", overHidden: false, align: "center" },
    ]);
    const out = html({ model: own, rows: [{ ...rows[0], pictures: ["/a.png", "/b.png"] }] });
    expect(out).toContain('<img src="/a.png" alt=""');
    expect(out).not.toContain("/b.png");
    expect(out).toContain('class="ce w"');
  });

  it("shows an icon as a picture that says its name, and several choices by their words", () => {
    const own = defineTable<Row>([
      { key: "icon", label: "图标", kind: "icon" },
      { key: "what", label: "类型", options: [{ value: "date", label: "交期" }] },
    ]);
    const out = html({ model: own, rows: [{ ...rows[0], icon: "home", what: ["date", "x"] }] });
    expect(out).toMatch(/<svg class="icon"[^>]* aria-label="home"><path/);
    expect(out).toContain("交期、x");
  });

  it("gives cut text in full on hover and focus", () => {
    const long = [{ ...rows[0]!, no: "长".repeat(60) }];
    expect(html({ rows: long })).toContain(`title="${"长".repeat(60)}"`);
  });
});

it("summarizes exactly", () => {
  expect(summarize("sum", ["0.1", "0.2", null])).toBe("0.30");
  expect(summarize("avg", ["1", "2", "2"])).toBe("1.67");
  expect(summarize("count", [1, 2])).toBe("2");
  expect(summarize("avg", ["1", null, "2"]), "as SQL does").toBe("1.50");
});
