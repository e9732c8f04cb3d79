import { z } from "zod";
import { type DocumentType, type SavedView, savedView, type ViewSharing, viewSharing } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import type { Staff } from "~/session/staff.server";
import { withParams } from "~/ui";
import { closeHref } from "../frame/href";

const viewsSchema = z.array(savedView);

/** Query name of the view that a list shows; "0" is none where there is a default. */
export const VIEW = "v";

/** Calls of a list's views. */
export const viewPath = (document: DocumentType) => `/admin/view/${document.name}`;

/** Views of a list, the person's own first. A backend without them gives none. */
export const loadViews = (staff: Staff, document: DocumentType): Promise<SavedView[]> =>
  staff.recent.get(viewPath(document), { schema: viewsSchema }).catch((error) => {
    if (error instanceof ErpError && !error.outage) return [];
    throw error;
  });

/** With whom the person may share a view; nobody, where the backend knows of no such thing. */
export const loadSharing = (staff: Staff, document: DocumentType): Promise<ViewSharing> =>
  staff.recent.get(`${viewPath(document)}/sharing`, { schema: viewSharing }).catch((error) => {
    if (error instanceof ErpError && !error.outage) return { roles: [], manages: false };
    throw error;
  });

/** Address of a list as a view shows it. */
export const viewHref = (listPath: string, view: Pick<SavedView, "id" | "query">): string =>
  withParams(closeHref(`${listPath}?${view.query}`), { [VIEW]: view.id, current: null });

/** Where a list without any query opens, when the person chose a default. */
export function defaultHref(url: URL, views: readonly SavedView[]): string | null {
  const found = url.search === "" ? views.find((v) => v.isDefault) : undefined;
  return found ? viewHref(url.pathname, found) : null;
}

export const chosenView = (url: URL, views: readonly SavedView[]) =>
  views.find((v) => v.id === url.searchParams.get(VIEW));
