import { withParams } from "~/ui/url";
import { saveColumnLayout } from "../column-layout.server";
import { pagePath, type ScreenRequest } from "../request.server";
import { VIEW } from "../views/views.server";
import { tableOf } from "./columns";

/** Keeps the columns that were chosen for a list. */
export function saveColumns({ match, url }: ScreenRequest, _: unknown, form: FormData): Response {
  // A view brings its own columns: with others the list is that view no longer.
  const list = pagePath(url);
  const to = url.searchParams.has(VIEW) ? withParams(list, { [VIEW]: 0 }) : list;
  return saveColumnLayout({ url, form, table: tableOf(match.document), to });
}
