import { createElement, type ReactNode } from "react";
import { attributes, escapeHtml } from "../html";
import { actionsHtml } from "./actions";
import type { Arranged } from "./arrange";
import { cellHtml, cellText, isCut } from "./cell";
import type { TableProps } from "./props";

/** One cell: its HTML, or what the screen draws itself. */
interface Cell {
  tag: "td" | "th";
  className?: string;
  title?: string;
  tabIndex?: number;
  scope?: string;
  "data-l"?: string;
  html: string;
  node?: ReactNode;
}

/** Rows; where no screen draws cells itself, all of them are one text. */
export function Body<Row>({
  table,
  columns,
}: {
  table: TableProps<Row>;
  columns: readonly Arranged<Row>[];
}) {
  const { rows, edit } = table;
  if (edit || columns.some((c) => c.column.kind === "custom"))
    return <tbody>{rows.map((row, i) => bodyRow(table, columns, row, i))}</tbody>;
  const html = rows.map((row, i) => {
    const cells = cellsOf(table, columns, row, i, table.rowKey(row), undefined);
    return `<tr>${cells.map(markup).join("")}</tr>`;
  });
  return <tbody dangerouslySetInnerHTML={{ __html: html.join("") }} />;
}

/**
 * One row: box, number, cells, actions. A row is put together as text, which costs a quarter of
 * React's elements; only cells that a screen draws itself are React.
 */
export function bodyRow<Row>(
  props: TableProps<Row>,
  columns: readonly Arranged<Row>[],
  row: Row,
  index: number,
  /** A row of sums: stands in place of its number; it has no box, branches or actions. */
  mark?: string,
) {
  const key = props.rowKey(row);
  const cells = cellsOf(props, columns, row, index, key, mark);
  if (cells.every((cell) => cell.node === undefined))
    return <tr key={key} dangerouslySetInnerHTML={{ __html: cells.map(markup).join("") }} />;
  return <tr key={key}>{cells.map(element)}</tr>;
}

function cellsOf<Row>(
  { base, select, actions, tree, edit }: TableProps<Row>,
  columns: readonly Arranged<Row>[],
  row: Row,
  index: number,
  key: string,
  mark: string | undefined,
): Cell[] {
  const cells: Cell[] = [];
  const number = (base ?? 0) + index + 1;
  if (select && mark) cells.push({ tag: "td", className: "l0", html: "" });
  else if (select) {
    const box = attributes({
      type: "checkbox",
      name: select.name,
      value: key,
      form: select.form,
      checked: select.chosen?.includes(key),
      "aria-label": `选择第${number}行`,
    });
    cells.push({ tag: "td", className: "l0", html: `<input${box}/>` });
  }
  if (base !== undefined)
    cells.push({ tag: "td", className: select ? "l2 ce" : "l0 ce", html: mark ?? String(number) });
  for (const { column, read, className, width, title, fact, key: name } of columns) {
    const value = read(row);
    const text = cellText(column, value, row);
    const drawn = column.kind === "custom" ? (column.cell?.(row) ?? null) : undefined;
    const edited = edit?.key === key ? edit.cell(name, row) : undefined;
    const node = edited ?? drawn;
    const html = cellHtml(column, value, text, row);
    const drawsText = !["custom", "icon", "image"].includes(column.kind ?? "");
    const cut = column.overHidden !== false && drawsText && isCut(text, width);
    cells.push({
      tag: title ? "th" : "td",
      className,
      title: cut ? text : undefined,
      tabIndex: cut && node === undefined && !html.startsWith("<") ? 0 : undefined,
      // What can be typed into is on a phone's card too.
      ...(title ? { scope: "row" } : { "data-l": edited === undefined ? fact : column.label }),
      html:
        (title && tree && !mark ? twigHtml(tree, row, text) : "") +
        (node === undefined ? html : "") +
        (title && !mark ? belowHtml(column.below?.(row)) : ""),
      node,
    });
  }
  if (actions) {
    const links = mark ? "" : actionsHtml(actions(row), `m${key}`);
    cells.push({ tag: "td", className: "r0 act", html: links });
  }
  return cells;
}

function markup({ tag, className, title, tabIndex, scope, html, ...more }: Cell): string {
  const label = more["data-l"];
  const own = { class: className, title, tabindex: tabIndex, scope, "data-l": label };
  return `<${tag}${attributes(own)}>${html}</${tag}>`;
}

function element({ tag, html, node, ...own }: Cell, index: number) {
  if (node === undefined)
    return createElement(tag, { key: index, ...own, dangerouslySetInnerHTML: { __html: html } });
  const before = html && <span key="twig" dangerouslySetInnerHTML={{ __html: html }} />;
  return createElement(tag, { key: index, ...own }, before || null, node);
}

const belowHtml = (text: string | undefined) => (text ? `<small>${escapeHtml(text)}</small>` : "");

function twigHtml<Row>(tree: NonNullable<TableProps<Row>["tree"]>, row: Row, text: string) {
  const open = tree.open(row);
  const depth = `d d${Math.min(tree.depth(row), 8)}`;
  if (open === undefined) return `<span class="${depth}"></span>`;
  const label = `${open ? "收起" : "展开"}${escapeHtml(text)}`;
  const href = escapeHtml(tree.href(row));
  return `<a class="${depth} twig" href="${href}" aria-expanded="${open}" aria-label="${label}"></a>`;
}
