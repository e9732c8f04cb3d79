import dayjs from "dayjs";
import { z } from "zod";
import { documentNamed } from "#documents";
import {
  addressSchema,
  allFields,
  can,
  type DocumentType,
  type Field,
  filterProblems,
  filtersOf,
  type GapsFound,
  gapsFound,
  isTypedFilter,
  knownFigures,
  type ListQuery,
  maskedFields,
  permissionOf,
} from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import type { Staff } from "~/session/staff.server";
import { addDays, today } from "~/text";
import { withParams } from "~/ui";
import type { CalendarWeek } from "../calendar/week";
import { seenFrom } from "../detail/load.server";
import { loadOptions, type OptionOptions } from "../frame/options.server";
import { pickedOf } from "../frame/picked";
import { pageSchema, type RowRow, rowSchema } from "../row/row";
import { loadSheet } from "../sheet/load.server";
import type { OpenSheet } from "../sheet/state";
import { type Inline, loadInline } from "./inline.server";
import { visibleNodes } from "./tree";

const entry = rowSchema.and(z.object({ lineId: z.string(), day: z.string(), line: z.record(z.string(), z.unknown()) }));

/** Monday of the week that a day lies in; of nonsense, the present week's. */
export function mondayOf(day: string | null): string {
  const asked = /^\d{4}-\d\d-\d\d$/.test(day ?? "") && dayjs(day).isValid() ? day : null;
  const start = dayjs(asked ?? today());
  return addDays(start.format("YYYY-MM-DD"), -((start.day() + 6) % 7));
}

/** The week that `?week=` asks for, with the list's filters; nothing when it asks for none. */
async function loadWeek(
  staff: Staff,
  document: DocumentType,
  url: URL,
  query: ReturnType<typeof clean>,
): Promise<CalendarWeek | undefined> {
  if (!document.list?.calendar || !url.searchParams.has("week")) return undefined;
  const from = mondayOf(url.searchParams.get("week"));
  // Days have their own order.
  const { ascs: _, descs: __, ...filters } = query;
  const entries = await staff.erp.get(`${document.api}/week`, { query: { ...filters, from }, schema: z.array(entry) });
  return { from, today: today(), entries };
}

/** Everything that a list shows. */
export interface ListState {
  kind: "list";
  /** Path and query of the list as it is, dialogs included. */
  url: string;
  query: ListQuery;
  rows: readonly RowRow[];
  total: number;
  summary: Record<string, unknown>;
  /** The total is a guess, and the summary is left out: there are very many rows. */
  rough?: boolean;
  /** Rows in each state under the other filters; a backend without these counts gives none. */
  states?: Record<string, number>;
  /** Rows that it lacks, for who may add them. */
  gaps?: GapsFound;
  /** Figures above it. */
  overview?: Readonly<Record<string, unknown>>;
  /** Sentences of the backend about the list as a whole. */
  notes?: readonly string[];
  options: OptionOptions;
  /** Standard operations and batch actions that this person may use. */
  allowed: string[];
  permissions: string[];
  /** Fields whose values this person may never read: no column, no filter, no order. */
  masked: string[];
  /** Documents that the person may see: references to their rows are links. */
  opens: string[];
  /** Idempotency key of the buttons in rows. */
  key: string;
  /** Rows that are chosen, on this page and on others. */
  picked: string[];
  /** The row that is being edited in place. */
  inline?: Inline;
  /** Its rows that stand open. */
  sheet?: OpenSheet;
  /** Depth and openness of tree rows by id. */
  tree?: Record<string, { depth: number; open?: boolean }>;
  /** The list seen by week (`?week=yyyy-MM-dd`). */
  week?: CalendarWeek;
}

/** What of a list people with the same rights see alike: all but the key of the form and what it lacks. */
export type ListContent = Omit<ListState, "key" | "gaps" | "overview">;

/** The list's own part of its address: page, order, filters. */
export function readQuery(document: DocumentType, url: URL): ListQuery {
  const raw: Record<string, string> = {};
  for (const name of new Set(url.searchParams.keys()))
    raw[name] = url.searchParams.getAll(name).filter(Boolean).join(",");
  const query = addressSchema(document).parse(raw) as ListQuery;
  const known = [...Object.keys(allFields(document)), "id"];
  return { ...ordered(query, (name) => known.includes(name)), ids: undefined };
}

/** Only what a list can be ordered by: an address may be old, or somebody else's. */
function ordered(query: ListQuery, may: (name: string) => boolean): ListQuery {
  const kept = (names: string | undefined) => names?.split(",").filter(may).join(",") || undefined;
  return { ...query, ascs: kept(query.ascs), descs: kept(query.descs) };
}

/** Codes that the lists about a row ask for, of those that this person has. */
const relatedOf = (document: DocumentType, permissions: ReadonlySet<string>) =>
  Object.values(document.related ?? {})
    .map((r) => permissionOf(documentNamed(r.document), "view"))
    .filter((code) => permissions.has(code));

const overviewSchema = z.record(z.string(), z.unknown());
const rowsSchema = z.array(rowSchema);

const clean = (query: Partial<ListQuery>) =>
  Object.fromEntries(Object.entries(query).filter(([, v]) => v !== undefined && v !== ""));

/** What of a query says which rows, without their page and order. */
function filtersIn(query: Partial<ListQuery>) {
  const { current, size, ascs, descs, ...filters } = clean(query);
  return filters;
}

const loadOverview = (staff: Staff, document: DocumentType, query: Partial<ListQuery>) =>
  staff.erp.get(`${document.api}/overview`, { query: filtersIn(query), schema: overviewSchema });

/** Loads one list as the address describes it. */
export async function loadList(staff: Staff, document: DocumentType, url: URL): Promise<ListState> {
  const { permissions } = await staff.user();
  const asked = readQuery(document, url);
  const masked = maskedFields(document, permissions, asked);
  const query = ordered(asked, (name) => !masked.includes(name));
  const path = url.pathname + url.search;
  const chosen = ({ field }: { field: Field }) => field.kind !== "ref" || !isTypedFilter(documentNamed(field.to));
  const filters = filtersOf(document).filter((f) => f.kind === "in" && chosen(f) && (!f.field.linked || query[f.name]));
  const shown = Object.entries(allFields(document)).filter(([, f]) => f.kind === "dict" && f.column);
  // A filter that is not understood shows no rows: all of them would pass for its answer.
  const wrong = Object.keys(filterProblems(document, query)).length > 0;
  const rows = () => (document.tree ? loadTree(staff, document, url, query) : loadPage(staff, document, query));
  const [found, gaps, overview, week, options] = await Promise.all([
    wrong ? { rows: [], total: 0, summary: {} } : rows(),
    loadGaps(staff, document, url),
    document.list?.overview ? loadOverview(staff, document, wrong ? {} : query) : undefined,
    wrong ? undefined : loadWeek(staff, document, url, clean(query)),
    loadOptions(
      staff.recent,
      [...filters.map((f) => [f.name, f.field] as const), ...shown],
      Object.fromEntries(
        filters.map((f) => [
          f.name,
          String(query[f.name] ?? "")
            .split(",")
            .filter(Boolean),
        ]),
      ),
      true,
    ),
  ]);
  const able: Record<string, boolean | undefined> = document.can ?? {};
  const operations = ["add", "edit", "del", "export", "print", ...Object.keys(document.actions ?? {})];
  return {
    kind: "list",
    url: path,
    query,
    ...found,
    gaps,
    overview,
    week,
    options,
    key: crypto.randomUUID(),
    picked: pickedOf(path),
    masked,
    opens: seenFrom(document, permissions),
    inline: await loadInline(staff, document, found.rows, url.searchParams.get("inline")),
    sheet: await sheetAsked(staff, document, found.rows, url),
    permissions: [
      ...[...permissions].filter((code) => code.startsWith(document.permission)),
      // Actions that lead to another document ask for its permission.
      ...operations.map((name) => permissionOf(document, name)).filter((code) => permissions.has(code)),
      ...relatedOf(document, permissions),
    ],
    allowed: operations.filter((name) => able[name] !== false && can(permissions, document, name).ok),
  };
}

/** The open rows of `?sheet=1`, with `&adjust={field}&percent={by}` the values that this makes. */
async function sheetAsked(staff: Staff, document: DocumentType, rows: readonly RowRow[], { searchParams }: URL) {
  if (!searchParams.has("sheet") || searchParams.has("week")) return undefined;
  const [adjust, by] = [searchParams.get("adjust"), searchParams.get("percent")];
  return loadSheet(staff, document, rows, adjust === null || by === null ? {} : { adjust: { adjust, by } });
}

/** The last page of a list, where the address asks for one behind it: its rows were deleted or done. */
export function lastPage({ rows, total, query, url, tree }: ListState): string | null {
  if (tree || rows.length || !total || query.current === 1) return null;
  const last = Math.ceil(total / query.size);
  return withParams(url, { current: last > 1 ? last : null });
}

async function loadGaps(staff: Staff, document: DocumentType, url: URL) {
  if (!document.list?.gaps || !can((await staff.user()).permissions, document, "add").ok) return undefined;
  const query = url.searchParams.get("gaps") === "all" ? { size: "200" } : {};
  return staff.erp.get(`${document.api}/gaps`, { query, schema: gapsFound });
}

async function loadPage(staff: Staff, document: DocumentType, query: ListQuery) {
  const page = await staff.erp.get(document.calls?.list ?? `${document.api}/page`, {
    query: {
      ...clean(query),
      totals: query.totals === "exact" ? undefined : "rough",
      states: document.list?.tabs && true,
    },
    schema: pageSchema,
    same: true,
  });
  return {
    states: page.states === undefined ? await loadStates(staff, document, query) : (page.states ?? undefined),
    rows: page.records.map((row) => knownFigures(document, row)),
    total: page.total,
    summary: page.summary,
    ...(page.rough && { rough: true }),
    notes: page.notes,
  };
}

const statesSchema = z.record(z.string(), z.number());

async function loadStates(staff: Staff, document: DocumentType, query: ListQuery) {
  if (!document.list?.tabs) return undefined;
  const asked = { ...filtersIn(query), totals: "rough" };
  try {
    return await staff.erp.get(`${document.api}/states`, { query: asked, schema: statesSchema });
  } catch (error) {
    if (error instanceof ErpError && !error.outage) return undefined;
    throw error;
  }
}

/** A tree shows all its nodes without paging; `open` in the address says which branches are open. */
async function loadTree(staff: Staff, document: DocumentType, url: URL, query: ListQuery) {
  const rows = await staff.erp.get(`${document.api}/rows`, {
    query: clean({ ...query, current: 1 }),
    schema: rowsSchema,
    same: true,
  });
  const filtered = filtersOf(document).some((f) => query[f.name]) || !!query.keyword;
  const open = url.searchParams.get("open") ?? "";
  const nodes = visibleNodes(rows, document, filtered ? "all" : open);
  return {
    rows: nodes.map((n) => n.row),
    total: rows.length,
    summary: {},
    tree: Object.fromEntries(nodes.map((n) => [n.row.id, { depth: n.depth, open: n.open }])),
  };
}
