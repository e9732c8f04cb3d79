import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import { id } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { serializeLayout } from "~/ui/columns/layout";
import type { TableLayout } from "~/ui/table/column";
import { withParams } from "~/ui/url";
import { closeHref } from "../href";
import { PICKED } from "../picked";
import { VIEW, viewHref, viewPath } from "./views.server";

/** Columns as declared, on purpose: unlike no word on columns at all. */
const PLAIN_COLUMNS = "!";

/** What of an address a view keeps: filters, order, page size, open branches. */
const queryOf = (url: URL) =>
  withParams(closeHref(url.pathname + url.search), {
    [VIEW]: null,
    current: null,
    [PICKED]: null,
  }).split("?")[1] ?? "";

export type ViewStep =
  | { to: string; text: string }
  | { message: string; status: number; name?: string };

/** Saves, renames, shares, deletes a view, or makes it the default: what the form's `op` says. */
export async function viewStep(
  staff: Staff,
  document: DocumentType,
  url: URL,
  form: FormData,
  layout: TableLayout,
): Promise<ViewStep> {
  const text = (name: string) => String(form.get(name) ?? "");
  const own = viewPath(document);
  const one = `${own}/${text("id")}`;
  const list = closeHref(url.pathname + url.search);
  const again = withParams(list, { views: 1 });
  const state = {
    query: queryOf(url),
    layout: form.has("columns") ? serializeLayout(layout) || PLAIN_COLUMNS : "",
  };
  const op = text("op");
  const schema = nothing;
  try {
    if (op === "add") {
      const made = await staff.erp.post(own, {
        body: {
          ...state,
          name: text("name"),
          shared: form.has("shared"),
          isDefault: form.has("isDefault"),
        },
        schema: z.object({ id }),
      });
      return { to: viewHref(url.pathname, { ...state, id: made.id }), text: "视图已保存" };
    }
    if (op === "default" || op === "nodefault") {
      const body = { id: op === "default" ? text("id") : null };
      await staff.erp.put(`${own}/default`, { body, schema });
      return { to: again, text: op === "default" ? "已设为默认视图" : "已取消默认视图" };
    }
    if (!/^\d{1,18}$/.test(text("id"))) return { message: "视图不存在", status: 404 };
    if (op === "delete") {
      await staff.erp.del(one, { schema });
      const gone = url.searchParams.get(VIEW) === text("id") ? { [VIEW]: "0" } : {};
      return { to: withParams(again, gone), text: "视图已删除" };
    }
    const changes: Record<string, object> = {
      rename: { name: text("name") },
      share: { shared: true },
      unshare: { shared: false },
      // Whoever overwrites a view means what stands in front of them, columns included.
      replace: { ...state, layout: serializeLayout(layout) || PLAIN_COLUMNS },
    };
    await staff.erp.put(one, { body: changes[op] ?? {}, schema });
    return { to: again, text: "视图已修改" };
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const status = error.status === 200 ? 422 : error.status;
    return { message: error.message, status, name: text("name") };
  }
}
