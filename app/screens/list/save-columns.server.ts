import { maskedFields } from "#documents/kit";
import { readLayout } from "~/ui/columns/layout";
import { withParams } from "~/ui/url";
import { saveColumnLayout } from "../column-layout.server";
import { pagePath, type ScreenRequest } from "../request.server";
import { VIEW } from "../views/views.server";
import { tableOf } from "./columns";

/** Keeps the columns that were chosen for a list, or moved in its head. */
export async function saveColumns(
  { staff, match, url, cookies }: ScreenRequest,
  _: unknown,
  form: FormData,
): Promise<Response> {
  const { document } = match;
  // A view brings its own columns: with others the list is that view no longer.
  const list = pagePath(url);
  const to = url.searchParams.has(VIEW) ? withParams(list, { [VIEW]: 0 }) : list;
  const { permissions } = await staff.user();
  const table = tableOf(document, maskedFields(document, permissions));
  return saveColumnLayout({ url, form, table, layout: readLayout(cookies), to });
}
