import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/session/staff.server";
import { today } from "~/text/date";
import { readLayout } from "~/ui/columns/layout";
import { queryExamples, readQuery } from "./query";
import { exampleRows, findExample } from "./store.server";

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
