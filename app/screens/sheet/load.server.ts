import { can, columnDigits, type DocumentType, type Field } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { plainText } from "~/text";
import { flatten } from "~/ui/option";
import { loadOptions, type OptionOptions } from "../frame/options.server";
import { pageSchema, type RowRow } from "../row/row";
import { isAmount, isSame, sheetFields, typedText } from "./cells";
import { byPercent } from "./percent";
import { MOST_CHOICES, type OpenRow, type OpenSheet, type SheetAgain, type SheetCell, type SheetTried } from "./state";
import { adjustSchema } from "./target";

type SheetAsked = Partial<SheetAgain["sheet"]>;

/** Rows of one page of the backend. */
const PAGE = 100;

/** These rows as they are now; what is not there any more, or not for this person, is left out. */
export async function rowsById(staff: Staff, { api }: DocumentType, ids: readonly string[]): Promise<RowRow[]> {
  const chunks = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, i) => ids.slice(i * PAGE, (i + 1) * PAGE));
  const pages = await Promise.all(
    chunks.map((some) =>
      staff.erp.get(`${api}/page`, { query: { ids: some.join(","), size: PAGE }, schema: pageSchema }),
    ),
  );
  return pages.flatMap((page) => page.records);
}

/** A choice that is not offered would be lost by opening its cell. */
const isOffered = (f: Field, text: string, options: OptionOptions[string] | undefined) =>
  !text || !["enum", "dict", "ref"].includes(f.kind) || flatten(options ?? []).some((o) => o.value === text);

/** The row with its cells open; nothing when this person may not change it now. */
function openRow(
  document: DocumentType,
  permissions: ReadonlySet<string>,
  row: RowRow,
  options: OptionOptions,
  tried: SheetTried | undefined,
): OpenRow | undefined {
  if (!can(permissions, document, "edit", row).ok) return undefined;
  const cells: [string, SheetCell][] = sheetFields(document, permissions, row).flatMap(([name, f]) => {
    if (!options[name]) return [];
    const was = typedText(f, row[name]);
    if (!isOffered(f, was, options[name])) return [];
    const value = tried && name in tried.values ? tried.values[name] : was;
    return [[name, { was, value, error: tried?.errors?.[name] }]];
  });
  if (!cells.length) return undefined;
  const own = cells.some(([, cell]) => cell.error);
  return {
    version: row.version,
    label: plainText(row[document.display]) || row.id,
    cells: Object.fromEntries(cells),
    message: own ? undefined : tried?.message,
    question: tried?.question,
  };
}

/** Puts the values that a percentage makes into the open cells of a field; answers what is said of it. */
function propose(document: DocumentType, rows: readonly OpenRow[], asked: { adjust: string; by: string }) {
  const parsed = adjustSchema.safeParse(asked);
  const f = document.fields[asked.adjust];
  const scale = f && columnDigits(f)?.scale;
  if (!f || !isAmount(f) || scale === undefined) return { message: "请选择要调整的列", tone: "warning" as const };
  if (!parsed.success)
    return { message: "请填写大于 -100、不超过 1000 的百分比，如 -3 或 2.5", tone: "warning" as const };
  let count = 0;
  for (const { cells } of rows) {
    const cell = cells[asked.adjust];
    const next = cell && byPercent(cell.was, parsed.data.by, scale);
    if (!cell || next === null || next === undefined) continue;
    cell.value = isSame(f, next, cell.was) ? cell.was : next;
    if (cell.value !== cell.was) count++;
  }
  const by = `${parsed.data.by.replace(/^(?=\d)/, "+")}%`;
  return { message: `${f.label}已按 ${by} 算出 ${count} 行新值，核对后再保存`, tone: "info" as const };
}

/** The rows of a list with their cells open; nothing when this person may change none of its fields. */
export async function loadSheet(
  staff: Staff,
  document: DocumentType,
  rows: readonly RowRow[],
  asked: SheetAsked = {},
): Promise<OpenSheet | undefined> {
  const { permissions } = await staff.user();
  const fields = sheetFields(document, permissions);
  if (!fields.length || !can(permissions, document, "edit").ok) return undefined;
  const chosen = fields.map(([name]) => [name, [...new Set(rows.map((row) => plainText(row[name])).filter(Boolean))]]);
  const loaded = await loadOptions(staff.recent, fields, Object.fromEntries(chosen));
  const few = fields.filter(([name]) => flatten(loaded[name] ?? []).length * rows.length <= MOST_CHOICES);
  const options = Object.fromEntries(few.map(([name]) => [name, loaded[name] ?? []]));
  const closed = new Set(asked.saved);
  const open = rows.flatMap((row): [string, OpenRow][] => {
    const tried = asked.tried?.find(({ id }) => id === row.id);
    const one = closed.has(row.id) ? undefined : openRow(document, permissions, row, options, tried);
    return one ? [[row.id, one]] : [];
  });
  const { adjust, message } = asked;
  const said = message ? { message, tone: "warning" as const } : {};
  const proposed = adjust
    ? propose(
        document,
        open.map(([, row]) => row),
        adjust,
      )
    : said;
  return { key: crypto.randomUUID(), rows: Object.fromEntries(open), options, adjust, ...proposed };
}

/** The rows of a list, with those before them that were not saved and stand elsewhere by now. */
export async function withTried(
  staff: Staff,
  document: DocumentType,
  rows: readonly RowRow[],
  tried: readonly SheetTried[],
): Promise<readonly RowRow[]> {
  const here = new Set(rows.map(({ id }) => id));
  const missing = tried.map(({ id }) => id).filter((id) => !here.has(id));
  return missing.length ? [...(await rowsById(staff, document, missing)), ...rows] : rows;
}
