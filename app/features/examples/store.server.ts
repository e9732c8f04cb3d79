import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/session/staff.server";
import { today } from "~/text";
import { readLayout } from "~/ui/columns/layout";
import { queryExamples, readQuery } from "./query";
import { EXAMPLE_COUNT, type ExampleRow, exampleRow } from "./rows";

// The example rows live in memory and are the same after every start: they show widgets, not data.
const MOST = 500;
let rows: ExampleRow[] = Array.from({ length: EXAMPLE_COUNT }, (_, i) => exampleRow(i));
let made = EXAMPLE_COUNT;

export const exampleRows = (): readonly ExampleRow[] => rows;
export const findExample = (id: string) => rows.find((row) => row.id === id);

/** What a form says of a row. */
export type ExampleValues = Omit<ExampleRow, "id" | "version" | "no" | "updated">;

/** Adds a row at the top; the oldest of the added ones go once there are too many. */
export function addExample(values: ExampleValues, now: string): ExampleRow {
  const row = { ...exampleRow(made++), ...values, updated: now, version: 0 };
  rows = [row, ...rows].slice(0, MOST);
  return row;
}

/** Changes a row. Answers false when somebody else changed it since that version, null when it is gone. */
export function changeExample(
  id: string,
  version: number,
  values: Partial<ExampleValues>,
  now: string,
): boolean | null {
  const row = findExample(id);
  if (!row) return null;
  if (row.version !== version) return false;
  Object.assign(row, values, { updated: now, version: version + 1 });
  return true;
}

/** Removes rows, except those that are done; answers how many there were. */
export function removeExamples(ids: readonly string[]): number {
  const before = rows.length;
  rows = rows.filter((row) => !ids.includes(row.id) || row.state === "done");
  return before - rows.length;
}

/** Everything as it was at the start. */
export function resetExamples(): void {
  rows = Array.from({ length: EXAMPLE_COUNT }, (_, i) => exampleRow(i));
  made = EXAMPLE_COUNT;
}

/** What the page shows, all of it out of the URL and the layout cookie. */
export function loadExamples({ request, context }: LoaderFunctionArgs) {
  requireStaff(context);
  const url = new URL(request.url);
  const { searchParams: params } = url;
  const query = readQuery(params);
  const id = params.get("edit") ?? params.get("view") ?? params.get("delete");
  return {
    url: url.pathname + url.search,
    widget: params.get("widget"),
    query,
    list: queryExamples([...exampleRows()], query),
    layout: readLayout(request.headers.get("Cookie")),
    day: today(),
    mode: {
      add: params.has("add"),
      edit: params.has("edit"),
      view: params.has("view"),
      delete: params.get("delete"),
      columns: params.get("columns"),
      row: params.get("row"),
      search: params.get("search") !== "0",
    },
    open: params.get("open"),
    row: (id && findExample(id)) || null,
  };
}

export type ExamplesData = ReturnType<typeof loadExamples>;
