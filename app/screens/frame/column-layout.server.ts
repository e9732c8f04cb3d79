import { choosable, type TableLayout, type TableModel } from "~/ui";
import { changedLayout, densityCookie, layoutCookie, layoutFromForm } from "~/ui/columns/layout";
import { closeHref } from "./href";

/** Which dialog about columns an address opens (`?columns=1`, `?columns=reset`). */
export function columnsDialogOf(params: URLSearchParams): "choose" | "reset" | null {
  const columns = params.get("columns");
  return columns === null ? null : columns === "reset" ? "reset" : "choose";
}

interface ColumnLayoutChoice<Row> {
  url: URL;
  /** What the column chooser posted, or the head of the table: `key` with `before` or `width`. */
  form: FormData;
  table: TableModel<Row>;
  /** What the person sees, where the head of the table can be changed. */
  layout?: TableLayout;
  /** Layout of other tables of the page that stays beside the choice, also when it is reset. */
  kept?: TableLayout;
  /** Where the answer leads; the same page without its dialog unless given. */
  to?: string;
}

/** Keeps the columns that were chosen for a table in the cookie of its page, or forgets the choice. */
export function saveColumnLayout<Row>({ url, form, table, layout = {}, kept, to }: ColumnLayoutChoice<Row>): Response {
  const next = { ...kept, ...(form.get("reset") ? {} : chosen(form, table, layout)) };
  const headers = new Headers({ "Set-Cookie": layoutCookie(url.pathname, Object.keys(next).length ? next : null) });
  const density = form.get("density");
  if (density) headers.append("Set-Cookie", densityCookie(density === "compact"));
  // The head of a table has moved its column already.
  if (form.has("key")) return new Response(null, { status: 204, headers });
  headers.set("Location", to ?? closeHref(url.pathname + url.search));
  return new Response(null, { status: 303, headers });
}

function chosen<Row>(form: FormData, table: TableModel<Row>, layout: TableLayout): TableLayout {
  const keys = choosable(table, layout).map((leaf) => leaf.key);
  const key = form.get("key");
  if (typeof key !== "string")
    return layoutFromForm(
      form,
      choosable(table).map((leaf) => leaf.key),
    );
  const before = form.get("before");
  return changedLayout(layout, keys, {
    key,
    width: Number(form.get("width")) || undefined,
    before: before === null ? undefined : String(before),
  });
}
