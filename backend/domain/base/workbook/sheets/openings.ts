import { checkLine, LIVE, needsExpiry } from "#backend/domain/finance/opening/lines";
import { patch, type RuleContext, type RuleValues } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import { conflict, Question, refusalOf } from "#backend/platform/http";
import { holdPhase } from "#backend/platform/tenancy/phase";
import { dec } from "#backend/platform/values";
import { openingSheets } from "#documents/base/workbook/opening-sheets";
import type { BookSheet } from "#documents/base/workbook/words";
import { MOST_OPENING_LINES, opening } from "#documents/finance/opening";
import { type OpeningKind, openingLines } from "#documents/finance/opening-lines";
import { permissionOf } from "#documents/kit";
import type { RowFault } from "../faults";
import { judged, Misfit } from "../save";
import type { ReadyRow, SheetWork, SheetWriting } from "../work";

const [stocks, transits, purchases, debts, platformOrders, promos] = openingSheets;

/** How the rows of a sheet become lines of openings. */
interface OpeningSheet {
  sheet: BookSheet;
  kindOf(values: RuleValues): OpeningKind;
  checkAll?: SheetWork["checkAll"];
}

/** Columns that say of which opening a row is a line. */
const HEAD = new Set(["kind", "companyId"]);
const fieldsOf = ({ columns }: BookSheet) => columns.filter(({ key }) => !HEAD.has(key));

/** What a row says of its line. */
const lineOf = (sheet: BookSheet, values: RuleValues): RuleValues =>
  Object.fromEntries(fieldsOf(sheet).flatMap(({ key }) => (values[key] === undefined ? [] : [[key, values[key]]])));

/** What tells one line from another. */
const keyOf = ({ key }: BookSheet, line: RuleValues): string =>
  key
    .filter((k) => !HEAD.has(k))
    .map((k) => String(line[k] ?? ""))
    .join("\u001f");

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

/** Columns of a row that say something else than the line has. */
function movedIn(sheet: BookSheet, line: RuleValues, values: RuleValues): string[] {
  return fieldsOf(sheet).flatMap(({ key, kind }) => {
    const [was, is] = [line[key], values[key]];
    if (is === undefined || (isEmpty(was) && isEmpty(is))) return [];
    if (kind === "number" && dec(String(was ?? 0)).eq(String(is ?? 0))) return [];
    return String(was ?? "") === String(is ?? "") ? [] : [key];
  });
}

interface OpeningFound {
  id: string;
  no: string;
  status: string;
  /** Made by an import; what people typed is left alone. */
  imported: boolean;
  lines: RuleValues[];
}

/** Openings of one kind and company that stand, with their lines. */
async function openingsOf(c: RuleContext, kind: OpeningKind, companyId: unknown): Promise<OpeningFound[]> {
  const rows = await c.sql.query<Omit<OpeningFound, "lines">>(
    `select id, no, status, source_file is not null as imported from opening
     where tenant_id = $1 and kind = $2 and company_id is not distinct from $3 and status <> 'undone'
       and del_flag = 0 order by id`,
    [c.tenantId, kind, companyId ?? null],
  );
  const found: OpeningFound[] = [];
  for (const row of rows)
    found.push({ ...row, lines: (await readLines(c, opening, row.id))[openingLines[kind]] ?? [] });
  return found;
}

/** Problems of lines at the rows that they are of. @throws whatever says no line */
function atRows(error: unknown, list: string, rows: readonly ReadyRow[]): never {
  const problems =
    error instanceof Misfit
      ? error.problems
      : Object.entries(refusalOf(error).fields ?? {}).map(([path, msg]) => ({ path, msg }));
  if (!problems.length || error instanceof Question) throw error;
  throw new Misfit(
    problems.map(({ path, msg }) => {
      const [name, at] = path.split(".");
      return { path, msg, at: name === list ? rows[Number(at)]?.at : undefined };
    }),
  );
}

/** Rows that no booked opening has; of those that one has otherwise it is said that it is to be undone first. */
function unbooked({ sheet }: OpeningSheet, w: SheetWriting, rows: readonly ReadyRow[], found: readonly OpeningFound[]) {
  const booked = new Map<string, { no: string; line: RuleValues }>();
  for (const { no, status, lines } of found)
    if (status !== "draft") for (const line of lines) booked.set(keyOf(sheet, line), { no, line });
  const wrong: { path: string; msg: string; at: number }[] = [];
  const fresh = rows.filter((row) => {
    const known = booked.get(keyOf(sheet, row.values));
    if (!known) return true;
    const [moved] = movedIn(sheet, known.line, row.values);
    if (moved) wrong.push({ path: moved, msg: `期初单 ${known.no} 已入账，请先撤销`, at: row.at });
    else w.did(row, "same");
    return false;
  });
  if (wrong.length) throw new Misfit(wrong);
  return fresh;
}

/** One draft of what no opening has booked, in place of the draft of an import before. */
async function writeOpening(own: OpeningSheet, w: SheetWriting, rows: readonly ReadyRow[]): Promise<void> {
  const { c, save } = w;
  const { sheet } = own;
  const [first] = rows;
  if (!first) return;
  if (!c.founding) throw conflict(LIVE);
  // Nobody books meanwhile.
  await holdPhase(c);
  const kind = own.kindOf(first.values);
  const { companyId = null } = first.values;
  const list = openingLines[kind];
  const found = await openingsOf(c, kind, companyId);
  const fresh = unbooked(own, w, rows, found);
  const beyond = fresh[MOST_OPENING_LINES];
  if (beyond) {
    const msg = `一张期初单最多${MOST_OPENING_LINES}行，请分次导入并入账`;
    throw new Misfit([{ path: sheet.columns[0]?.key ?? "", msg, at: beyond.at }]);
  }
  if (!fresh.length) return;
  const draft = found.find(({ status, imported }) => status === "draft" && imported);
  const before = new Map(draft?.lines.map((line) => [keyOf(sheet, line), line]));
  const wasOf = ({ values }: ReadyRow) => before.get(keyOf(sheet, values));
  const lines = fresh.map((row) => ({ ...wasOf(row), ...lineOf(sheet, row.values) }));
  try {
    if (!draft) {
      await save.add(opening, { kind, companyId, [list]: lines }, { sourceFile: save.fileName });
      for (const row of fresh) w.did(row, "added");
      return;
    }
    const left = before.size - new Set(fresh.flatMap((row) => wasOf(row) ?? [])).size;
    if (left && !c.confirmed) throw new Question(409, `期初单 ${draft.no} 有${left}行不在文件中，导入后去掉`);
    const { state } = await save.edit(opening, draft.id, { [list]: lines });
    if (state === "changed") await patch(c, opening, draft.id, { sourceFile: save.fileName });
    for (const row of fresh) {
      const was = wasOf(row);
      const moved = was ? movedIn(sheet, was, row.values) : [];
      w.did(row, was ? (moved.length ? "changed" : "same") : "added");
      for (const key of moved) w.was(row, key, was?.[key]);
    }
  } catch (error) {
    atRows(error, list, fresh);
  }
}

const openingSheet = (own: OpeningSheet): SheetWork => ({
  sheet: own.sheet,
  permission: permissionOf(opening, "add"),
  checkAll: own.checkAll,
  existing: async () => new Map(),
  // All rows of one opening are written at once.
  levels: (rows) => ({ levels: [[...rows]], faults: [] }),
  together: ({ values }) => `${own.kindOf(values)} ${values.companyId}`,
  judge(values) {
    const kind = own.kindOf(values);
    const list = openingLines[kind];
    const given = judged(opening, "add", { kind, [list]: [lineOf(own.sheet, values)] });
    const [line] = Array.isArray(given[list]) ? given[list] : [];
    // Places that are not there yet all have the same stand-in.
    if (kind !== "transit") checkLine(kind, line, `${list}.0`);
  },
  write: (w, rows) => writeOpening(own, w, rows),
});

/** SKUs of which pieces end need the day, by what the file or the database says of them. */
async function checkExpiry(c: RuleContext, importId: string, rows: readonly ReadyRow[]): Promise<RowFault[]> {
  const open = rows.filter(({ cells }) => cells.skuId && !cells.expireDate);
  const found = await c.sql.query<{ code: string; days: string | null }>(
    `select key as code, cells ->> 'shelfDays' as days from import_row
     where import_id = $1 and sheet = '10SKU' and key = any($2) and cells ->> 'shelfDays' is not null
     union all select sku_code, shelf_days::text from sku
       where tenant_id = $3 and sku_code = any($2) and del_flag = 0 and shelf_days > 0`,
    [importId, open.map(({ cells }) => cells.skuId), c.tenantId],
  );
  const ends = new Set(found.map(({ code }) => code));
  return open.flatMap(({ at, cells: { skuId = "" } }) =>
    ends.has(skuId) ? [{ at, column: "expireDate", msg: needsExpiry(skuId) }] : [],
  );
}

/** Prepayments name an order of the file, or one that an opening has brought along. */
async function checkOrders(c: RuleContext, importId: string, rows: readonly ReadyRow[]): Promise<RowFault[]> {
  const named = rows.filter(({ cells }) => cells.poOldNo);
  const found = await c.sql.query<{ no: string }>(
    `select cells ->> 'oldNo' as no from import_row
     where import_id = $1 and sheet = $4 and cells ->> 'oldNo' = any($2)
     union select l.old_no from opening_purchase_line l join opening o on o.id = l.opening_id
       where o.tenant_id = $3 and o.status <> 'undone' and o.del_flag = 0 and l.del_flag = 0 and l.old_no = any($2)`,
    [importId, named.map(({ cells }) => cells.poOldNo), c.tenantId, purchases.name],
  );
  const known = new Set(found.map(({ no }) => no));
  return named.flatMap(({ at, cells: { poOldNo = "" } }) =>
    known.has(poOldNo)
      ? []
      : [{ at, column: "poOldNo", msg: `找不到采购单旧单号“${poOldNo}”，“${purchases.name}”中没有` }],
  );
}

/** Sheets of what a company brings along, in the order in which it is booked. */
export const openingWorks: readonly SheetWork[] = [
  openingSheet({ sheet: stocks, kindOf: () => "stock", checkAll: checkExpiry }),
  openingSheet({ sheet: transits, kindOf: () => "transit" }),
  openingSheet({ sheet: purchases, kindOf: () => "purchase" }),
  openingSheet({
    sheet: debts,
    kindOf: ({ kind }) => (kind === "prepaid" ? "prepaid" : "payable"),
    checkAll: checkOrders,
  }),
  openingSheet({ sheet: platformOrders, kindOf: () => "platformOrder" }),
  openingSheet({ sheet: promos, kindOf: () => "promo" }),
];
