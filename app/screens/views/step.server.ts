import { z } from "zod";
import type { ViewSharing } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import { id } from "~/erp/shapes";
import { withParams } from "~/ui";
import { parseLayout, readLayout, serializeLayout } from "~/ui/columns/layout";
import { PICKED } from "../frame/picked";
import { type InFront, leadOn, pagePath, requireView, type ScreenRequest, statusOf } from "../frame/request.server";
import type { ViewTarget } from "./target";
import { chosenView, loadSharing, loadViews, VIEW, viewHref, viewPath } from "./views.server";

/** Columns as declared, on purpose: unlike no word on columns at all. */
const PLAIN_COLUMNS = "!";

/** What of an address a view keeps: filters, order, page size, open branches. */
const queryOf = (url: URL) =>
  withParams(pagePath(url), { [VIEW]: null, current: null, [PICKED]: null }).split("?")[1] ?? "";

export interface ViewsDialogState {
  kind: "views";
  sharing: ViewSharing;
  message?: string;
  /** What was typed and ticked when it was refused. */
  kept?: ViewTarget;
}

/** What a view keeps of the list as it is. */
async function stateOf({ staff, match, url, cookies }: ScreenRequest) {
  const chosen = chosenView(url, await loadViews(staff, match.document));
  const layout = chosen?.layout ? parseLayout(chosen.layout) : readLayout(cookies);
  return { query: queryOf(url), layout: serializeLayout(layout) || PLAIN_COLUMNS };
}

/** Saves, renames, shares, deletes a view, or makes it the default. */
export async function keepView(
  request: ScreenRequest,
  target: ViewTarget,
): Promise<Response | InFront<ViewsDialogState>> {
  const { staff, match } = request;
  await requireView(staff, match.document);
  try {
    return target.op === "add" ? await addView(request, target) : await changeView(request, target);
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const sharing = await loadSharing(staff, match.document);
    return { status: statusOf(error), dialog: { kind: "views", message: error.message, kept: target, sharing } };
  }
}

async function addView(request: ScreenRequest, { name, ...target }: ViewTarget) {
  const { staff, match, url } = request;
  const { share, isDefault, columns } = target;
  const { query, layout } = await stateOf(request);
  const made = await staff.erp.post(viewPath(match.document), {
    body: { query, layout: columns ? layout : "", name, isDefault, ...sharedWith(share) },
    schema: z.object({ id }),
  });
  return leadOn(request, "视图已保存", viewHref(url.pathname, { query, id: made.id }));
}

/** What is kept of with whom a view is shared. */
const sharedWith = (share: string) => ({ shared: share === "all", roleId: /^\d/.test(share) ? share : null });

async function changeView(request: ScreenRequest, { op, id: viewId, name, share }: ViewTarget) {
  const { staff, match, url } = request;
  const own = viewPath(match.document);
  const again = withParams(pagePath(url), { views: 1 });
  if (op === "default" || op === "nodefault") {
    const body = { id: op === "default" ? viewId : null };
    await staff.erp.put(`${own}/default`, { body, schema: nothing });
    return leadOn(request, op === "default" ? "已设为默认视图" : "已取消默认视图", again);
  }
  if (!/^\d{1,18}$/.test(viewId)) {
    const sharing = await loadSharing(staff, match.document);
    const dialog: ViewsDialogState = { kind: "views", message: "视图不存在", sharing };
    return { status: 404, dialog };
  }
  const one = `${own}/${viewId}`;
  if (op === "delete") {
    await staff.erp.del(one, { schema: nothing });
    const gone = url.searchParams.get(VIEW) === viewId ? { [VIEW]: "0" } : {};
    return leadOn(request, "视图已删除", withParams(again, gone));
  }
  // Whoever overwrites a view means what stands in front of them, columns included.
  const changes = {
    rename: () => ({ name }),
    share: () => sharedWith(share),
    replace: () => stateOf(request),
    add: () => ({}),
  };
  await staff.erp.put(one, { body: await changes[op](), schema: nothing });
  return leadOn(request, "视图已修改", again);
}
