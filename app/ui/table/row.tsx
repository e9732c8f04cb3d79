import { createElement, type ReactNode } from "react";
import { formatDate, formatDateTime, formatMoment } from "~/text/date";
import { formatMoney, formatNumber, formatPercent, formatWan } from "~/text/format";
import { DASH } from "~/text/plain";
import { deltaHtml, deltaParts } from "../delta/delta";
import { attributes, escapeHtml } from "../html";
import { iconPath } from "../icon/icon";
import { sparkHtml } from "../panel/spark";
import { tagClass } from "../tag/tag";
import { actionsHtml } from "./actions";
import type { Arranged } from "./arrange";
import type { Column } from "./column";
import type { TableProps } from "./props";
import { isSummed } from "./summary";
import { DRAWN, foldedPixels, isFolded, pixels } from "./widths";

/** The label that a dictionary gives a value; the value itself where it knows none. */
function labelOf(column: Column<never>, value: string): string {
  return column.options?.find((o) => o.value === value)?.label ?? value;
}

/** The text of a cell; what is missing is a dash. */
export function cellText<Row>(column: Column<Row>, value: unknown, row: Row): string {
  if (column.kind === "bool") return value === true || value === "true" || value === "1" ? "是" : "否";
  if (value === null || value === undefined || value === "") return DASH;
  if (Array.isArray(value)) return value.map((v) => labelOf(column, String(v))).join("、") || DASH;
  const text = String(value);
  switch (column.kind) {
    case "number":
      return formatNumber(text, column.decimals);
    case "money": {
      const { currency } = column;
      return formatMoney(text, typeof currency === "function" ? currency(row) : currency, column.decimals);
    }
    case "percent":
      return formatPercent(text, column.decimals);
    case "wan":
      return formatWan(text, column.decimals);
    case "change":
      return deltaParts(Number(text), column.good).text;
    case "date":
      return formatDate(text);
    case "datetime":
      return formatDateTime(text);
    case "moment":
      return formatMoment(text);
    default:
      return column.options ? labelOf(column, text) : text;
  }
}

/** HTML of what stands in a cell; plain text unless it is a tag or a link. */
function cellHtml<Row>(column: Column<Row>, value: unknown, text: string, row: Row): string {
  const safe = escapeHtml(text);
  if (column.kind === "tag" && text !== DASH)
    return `<span class="${tagClass(column.tone?.(String(value), row))}">${safe}</span>`;
  if (column.kind === "image" && text !== DASH) {
    const first = String(Array.isArray(value) ? value[0] : value);
    const src = /^\d+$/.test(first) ? `/api/download/${first}` : first;
    return `<img src="${escapeHtml(src)}" alt="" width="28" height="28" loading="lazy">`;
  }
  if (column.kind === "icon" && text !== DASH)
    return `<svg class="icon" viewBox="0 0 24 24" role="img" aria-label="${safe}"><path d="${iconPath(text)}"/></svg>`;
  if (column.kind === "change" && text !== DASH) return deltaHtml(Number(value), column.good);
  if (column.kind === "spark" && text !== DASH) return sparkHtml(text.split(",").map(Number));
  const parts = column.parts?.(row);
  if (parts?.length) return parts.map(linkHtml).join("、");
  const href = column.href?.(row);
  if (href) return linkHtml({ text, href });
  const mark = markOf(column, text);
  const shown = mark ? `<span class="${mark}">${safe}</span>` : safe;
  const part = column.part?.(row);
  return part === null || part === undefined ? shown : shown + partHtml(part);
}

function linkHtml({ text, href }: { text: string; href?: string }): string {
  const safe = escapeHtml(text);
  return href ? `<a href="${escapeHtml(href)}">${safe}</a>` : safe;
}

/** Class of a number whose sign has a colour. */
function markOf({ signed, kind }: Column<never>, text: string): string | null {
  if ((signed || kind === "wan" || kind === "percent") && /^-\d/.test(text)) return "fall";
  return signed && /^\d/.test(text) && /[1-9]/.test(text) ? "rise" : null;
}

/** The share of a whole as a bar as wide as the cell. */
function partHtml(part: number): string {
  const width = Math.round(Math.min(1, Math.abs(part)) * 1000) / 10;
  const own = { viewBox: "0 0 100 3", preserveAspectRatio: "none", "aria-hidden": "true" };
  const name = part < 0 ? "part down" : "part";
  return `<svg${attributes({ class: name, ...own })}><rect width="${width}" height="3"/></svg>`;
}

/** One cell: its HTML, or what the screen draws itself. */
interface TableCell {
  tag: "td" | "th";
  className?: string;
  title?: string;
  tabIndex?: number;
  scope?: string;
  "data-l"?: string;
  /** What it adds to the sum of ticked rows. */
  "data-s"?: string;
  html: string;
  node?: ReactNode;
}

/** Rows; where no screen draws cells itself, all of them are one text. */
export function Body<Row>({ table, columns }: { table: TableProps<Row>; columns: readonly Arranged<Row>[] }) {
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
  { base, select, actions, actionWords, tree, edit }: TableProps<Row>,
  columns: readonly Arranged<Row>[],
  row: Row,
  index: number,
  key: string,
  mark: string | undefined,
): TableCell[] {
  const cells: TableCell[] = [];
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
    const edited = mark ? undefined : edit?.cell(name, row);
    const own = edited ?? drawn;
    const note = title && !mark ? edit?.note?.(row) : undefined;
    const node = note === undefined ? own : withNote(own, note);
    const wide = !DRAWN.has(column.kind ?? "") && pixels(text) > width;
    const inTwo = wide && isFolded(column) && !(title && tree);
    const plain = cellHtml(column, value, text, row);
    const html = inTwo ? `<span class="f">${plain}</span>` : plain;
    const cut = wide && column.overHidden !== false && (!inTwo || foldedPixels(text) > width);
    cells.push({
      tag: title ? "th" : "td",
      className,
      title: cut ? text : undefined,
      tabIndex: cut && own === undefined && !plain.startsWith("<") ? 0 : undefined,
      // What can be typed into is on a phone's card too.
      ...(title ? { scope: "row" } : { "data-l": edited === undefined ? fact : column.label }),
      "data-s": select && !mark ? partOf(name, column, value, row) : undefined,
      html:
        (title && tree && !mark ? twigHtml(tree, row, text) : "") +
        (own === undefined ? html : "") +
        (title && !mark ? belowHtml(column.below?.(row)) : ""),
      node,
    });
  }
  if (actions) {
    const links = mark ? "" : actionsHtml(actions(row), `m${key}`, actionWords);
    cells.push({ tag: "td", className: "r0 act", html: links });
  }
  return cells;
}

/** A figure as it adds up, by its column and its currency: `amount=12.50 USD`. */
function partOf<Row>(name: string, column: Column<Row>, value: unknown, row: Row): string | undefined {
  if (!isSummed(column) || value === null || value === undefined || value === "") return undefined;
  const { currency, summary } = column;
  const code = summary === "currency" && typeof currency === "function" ? currency(row) : undefined;
  return `${name}=${value}${code ? ` ${code}` : ""}`;
}

function markup({ tag, className, title, tabIndex, scope, html, ...more }: TableCell): string {
  const label = more["data-l"];
  const own = { class: className, title, tabindex: tabIndex, scope, "data-l": label, "data-s": more["data-s"] };
  return `<${tag}${attributes(own)}>${html}</${tag}>`;
}

function element({ tag, html, node, ...own }: TableCell, index: number) {
  if (node === undefined) return createElement(tag, { key: index, ...own, dangerouslySetInnerHTML: { __html: html } });
  const before = html && <span key="twig" dangerouslySetInnerHTML={{ __html: html }} />;
  return createElement(tag, { key: index, ...own }, before || null, node);
}

const withNote = (node: ReactNode, note: ReactNode) => (
  <>
    {node}
    {note}
  </>
);

const belowHtml = (text: string | undefined) => (text ? `<small>${escapeHtml(text)}</small>` : "");

function twigHtml<Row>(tree: NonNullable<TableProps<Row>["tree"]>, row: Row, text: string) {
  const open = tree.open(row);
  const depth = `d d${Math.min(tree.depth(row), 8)}`;
  if (open === undefined) return `<span class="${depth}"></span>`;
  const label = `${open ? "收起" : "展开"}${escapeHtml(text)}`;
  const href = escapeHtml(tree.href(row));
  return `<a class="${depth} twig" href="${href}" aria-expanded="${open}" aria-label="${label}"></a>`;
}
