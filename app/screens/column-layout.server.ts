import { redirect } from "@remix-run/node";
import { layoutCookie, layoutFromForm } from "~/ui/columns/layout";
import { choosable } from "~/ui/table/arrange";
import type { TableLayout } from "~/ui/table/column";
import type { TableModel } from "~/ui/table/model";
import { closeHref } from "./href";

/** Which dialog about columns an address opens (`?columns=1`, `?columns=reset`). */
export function columnsDialogOf(params: URLSearchParams): "choose" | "reset" | null {
  const columns = params.get("columns");
  return columns === null ? null : columns === "reset" ? "reset" : "choose";
}

interface Choice<Row> {
  url: URL;
  /** What the column chooser posted. */
  form: FormData;
  table: TableModel<Row>;
  /** Layout of other tables of the page that stays beside the choice, also when it is reset. */
  kept?: TableLayout;
  /** Where the answer leads; the same page without its dialog unless given. */
  to?: string;
}

/** Keeps the columns that were chosen for a table in the cookie of its page, or forgets the choice. */
export function saveColumnLayout<Row>({ url, form, table, kept, to }: Choice<Row>): Response {
  const keys = choosable(table).map((leaf) => leaf.key);
  const layout = { ...kept, ...(form.get("reset") ? {} : layoutFromForm(form, keys)) };
  const cookie = layoutCookie(url.pathname, Object.keys(layout).length ? layout : null);
  return redirect(to ?? closeHref(url.pathname + url.search), {
    status: 303,
    headers: { "Set-Cookie": cookie },
  });
}
