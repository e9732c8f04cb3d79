import { redirect } from "@remix-run/node";
import { layoutCookie, layoutFromForm, readLayout } from "~/ui/columns/layout";
import { choosable } from "~/ui/table/arrange";
import { closeHref } from "../href";
import { tableOf } from "./columns";
import { partOf } from "./parts";

/** Keeps the columns that the chooser posted; the tables of the other parts keep theirs. */
export async function keepColumns(request: Request) {
  const url = new URL(request.url);
  const model = tableOf(partOf(url.searchParams.get("tab")));
  if (!model) throw Response.json({ message: "资源不存在" }, { status: 404 });
  const form = await request.formData();
  const keys = choosable(model).map((leaf) => leaf.key);
  const kept = Object.entries(readLayout(request.headers.get("Cookie")));
  const layout = {
    ...Object.fromEntries(kept.filter(([key]) => !keys.includes(key))),
    ...(form.get("reset") ? {} : layoutFromForm(form, keys)),
  };
  const headers = { "Set-Cookie": layoutCookie(url.pathname, layout) };
  return redirect(closeHref(url.pathname + url.search), { status: 303, headers });
}
