import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { defineTable } from "./model";
import { Table } from "./table";

interface Row {
  id: string;
  name: string;
}
const evil = `<img src=x onerror="alert(1)">'&`;
const rows: Row[] = [{ id: `7"><b>`, name: evil }];
const html = (kind: "text" | "tag", more: object = {}) =>
  renderToStaticMarkup(
    <Table
      model={defineTable<Row>([
        { key: "name", label: "名称", kind, width: 60, href: kind === "text" ? () => evil : undefined },
        { key: "own", label: "自绘", kind: "custom", cell: (row) => <em>{row.name}</em> },
      ])}
      rows={rows}
      rowKey={(row) => row.id}
      caption="示例"
      {...more}
    />,
  );

it("no value of a row becomes markup: texts, titles, links, boxes, actions, tree", () => {
  const post = { form: "f", name: "n", value: evil };
  const more = {
    select: { name: "ids", chosen: [rows[0]!.id] },
    actions: () => [
      { label: evil, href: evil, confirm: evil },
      { label: evil, post },
      { label: evil, reason: evil },
      { label: evil, href: evil, target: evil },
    ],
    tree: { depth: () => 1, open: () => true, href: () => evil },
  };
  for (const text of [html("text"), html("tag"), html("text", more), html("tag", more)]) {
    expect(text).not.toMatch(/<img|<b>|"7"/);
    expect(text).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#x27;&amp;");
  }
  expect(html("tag", more)).toContain('checked=""');
});

it("a cell that the screen draws stands between cells that are text", () => {
  const text = html("tag");
  expect(text).toMatch(/<tr><td [^>]*><span class="tag">.*<\/td><td[^>]*><em>&lt;img/);
  const edit = { key: rows[0]!.id, cell: (key: string) => (key === "name" ? <input id="x" /> : undefined) };
  expect(html("text", { edit })).toContain('<input id="x"/>');
});
