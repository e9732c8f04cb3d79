import { saveColumnLayout } from "~/screens/frame/column-layout.server";
import { choosable } from "~/ui";
import { readLayout } from "~/ui/columns/layout";
import { tableOf } from "./columns";
import { partOf } from "./query";

/** Keeps the columns that the chooser posted; the tables of the other parts keep theirs. */
export async function keepColumns(request: Request, form: FormData) {
  const url = new URL(request.url);
  const table = tableOf(partOf(url.searchParams.get("tab")));
  if (!table) throw Response.json({ message: "资源不存在" }, { status: 404 });
  const own = new Set(choosable(table).map((leaf) => leaf.key));
  const before = Object.entries(readLayout(request.headers.get("Cookie")));
  const kept = Object.fromEntries(before.filter(([key]) => !own.has(key)));
  return saveColumnLayout({ url, form, table, kept });
}
