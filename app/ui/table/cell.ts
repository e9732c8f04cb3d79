import { formatDate, formatDateTime } from "~/text/date";
import { formatMoney, formatNumber, formatPercent, formatWan } from "~/text/format";
import { DASH } from "~/text/plain";
import { deltaHtml, deltaParts } from "../delta/delta";
import { attributes, escapeHtml } from "../html";
import { iconPath } from "../icon/icon";
import { tagClass } from "../tag/tag";
import type { Column } from "./column";

/** The label that a dictionary gives a value; the value itself where it knows none. */
function labelOf(column: Column<never>, value: string): string {
  return column.options?.find((o) => o.value === value)?.label ?? value;
}

/** The text of a cell; what is missing is a dash. */
export function cellText<Row>(column: Column<Row>, value: unknown, row: Row): string {
  if (column.kind === "bool")
    return value === true || value === "true" || value === "1" ? "是" : "否";
  if (value === null || value === undefined || value === "") return DASH;
  if (Array.isArray(value)) return value.map((v) => labelOf(column, String(v))).join("、") || DASH;
  const text = String(value);
  switch (column.kind) {
    case "number":
      return formatNumber(text, column.decimals);
    case "money": {
      const { currency } = column;
      return formatMoney(
        text,
        typeof currency === "function" ? currency(row) : currency,
        column.decimals,
      );
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
    default:
      return column.options ? labelOf(column, text) : text;
  }
}

/** HTML of what stands in a cell; plain text unless it is a tag or a link. */
export function cellHtml<Row>(column: Column<Row>, value: unknown, text: string, row: Row): string {
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

/** Whether a text is cut in a column of that width: about 13 px for a Chinese sign, 7 for a Latin one. */
export function isCut(text: string, width: number): boolean {
  if (text.length * 13 < width - 16) return false;
  let pixels = 16;
  for (let i = 0; i < text.length && pixels <= width; i++)
    pixels += text.charCodeAt(i) > 0x2e80 ? 13 : 7;
  return pixels > width;
}
