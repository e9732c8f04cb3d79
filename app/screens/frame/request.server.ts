import { type HeadersFunction, redirect } from "@remix-run/node";
import { can, type DocumentType, type PermitRow, permissionOf } from "#documents/kit";
import { type FlashMessage, flash } from "~/session/cookies.server";
import type { Staff } from "~/session/staff.server";
import { closeHref } from "./href";
import { type Match, resolve, titleOf, type View } from "./resolve";

/** A request for a declared screen. */
export interface ScreenRequest {
  staff: Staff;
  match: Match & { document: DocumentType };
  url: URL;
  cookies: string | null;
}

type RequestAddress = Pick<ScreenRequest, "match" | "url">;

/** The page of an address, without the dialog in front of it. */
export const pagePath = (url: URL) => closeHref(url.pathname + url.search);

/** The row that a page is about: `{id}` of the path, else `?id=`. */
export const rowId = ({ match, url }: RequestAddress): string | null => match.params.id ?? url.searchParams.get("id");

/**
 * One address may serve the blank form and, with `?id=`, the edit form or the detail page; where it
 * serves both of these, `&edit=1` asks for the form, or `viewBy` for the detail.
 */
export function viewOf({ match, url }: RequestAddress): View | undefined {
  const { view, document, path } = match;
  if (!document || !rowId({ match, url })) return view;
  const { edit, detail, viewBy } = document.screens;
  if (edit === path && detail === path) return !url.searchParams.get(viewBy ?? "edit") === !viewBy ? "detail" : "edit";
  if (view !== "create") return view;
  return (["edit", "detail"] as const).find((v) => document.screens[v] === path) ?? view;
}

/** The row whose detail page an address of ours shows; null for any other address. */
export function detailAt(at: string): { document: DocumentType; id: string } | null {
  const url = /^\/(?!\/)/.test(at) && URL.canParse(at, "http://x") ? new URL(at, "http://x") : null;
  const match = url && resolve(url.pathname);
  const { document } = match ?? {};
  if (!match || !document) return null;
  const asked = { match: { ...match, document }, url };
  const id = rowId(asked);
  return viewOf(asked) === "detail" && id && /^(\d{1,18}|[A-Z]{1,8}\d{1,18})$/.test(id) ? { document, id } : null;
}

/** Whether a form stands on a page of its own, not in a dialog. */
export const formHasPage = (request: RequestAddress): boolean => {
  const view = viewOf(request);
  return view !== "list" && view !== "detail";
};

/** Title of the view that an address shows. */
export function titleFor(request: RequestAddress): string {
  const { match } = request;
  const view = viewOf(request);
  return view && view !== match.view ? titleOf(match.document, view) : match.title;
}

/** A title that says which row it is about. */
export const named = (title: string, { display }: DocumentType, row: Record<string, unknown>) =>
  `${title} ${row[display] ?? ""}`.trim();

/** The address with the names of its path as query names; "0" stands for none. */
export function wholeAddress({ match, url }: RequestAddress): URL {
  const whole = new URL(url);
  for (const [name, value] of Object.entries(match.params))
    if (value && value !== "0" && name !== "*") whole.searchParams.set(name, value);
  return whole;
}

/** Whether an address opens a form that takes its values from another document. */
export function startsFrom(request: RequestAddress): boolean {
  const { searchParams } = wholeAddress(request);
  const { start: { prefill = {} } = {} } = request.match.document;
  return !rowId(request) && Object.keys(prefill).some((name) => !!searchParams.get(name));
}

/** @throws Response 403 without the right to it, 409 with the sentence of a row that is not to be changed so */
export function requirePermit(
  permissions: ReadonlySet<string>,
  document: DocumentType,
  operation: string,
  row?: PermitRow,
): void {
  const right = can(permissions, document, operation);
  if (!right.ok) throw Response.json({ message: right.reason }, { status: 403 });
  const now = can(permissions, document, operation, row);
  if (!now.ok) throw Response.json({ message: now.reason }, { status: 409 });
}

/** @throws Response 403 when the person may not see this document at all */
export async function requireView(staff: Staff, document: DocumentType): Promise<void> {
  if (await staff.can(permissionOf(document, "view"))) return;
  throw Response.json({ message: "当前操作没有权限" }, { status: 403 });
}

/** The page that a form stands on, loaded anew, with a dialog in front; `done`: rows chosen no more. */
export interface InFront<Dialog> {
  status: number;
  dialog: Dialog | null;
  done?: readonly string[];
}

/** A page shown instead of where the form would have led. */
export interface InPlace<Page> {
  status: number;
  page: Page & { title: string };
}

/** Leads on with a sentence on what happened, and to what; to the page without its dialog unless told where. */
export function leadOn(
  { url }: Pick<ScreenRequest, "url">,
  text: string,
  to = pagePath(url),
  tone: "success" | "warning" = "success",
  more?: Pick<FlashMessage, "link" | "undo">,
): Response {
  const headers = new Headers();
  flash(headers, { tone, text, ...more });
  return redirect(to, { status: 303, headers });
}

/** Status of a page that says what the backend refused: 200 with a refusal in it is none. */
export const statusOf = ({ status }: { status: number }): number => (status === 200 ? 422 : status);

/** Headers of a page: something that goes on asks for its page again, with and without script. */
export const refreshHeaders: HeadersFunction = ({ loaderHeaders }): Record<string, string> => {
  const seconds = loaderHeaders.get("Refresh");
  return seconds ? { Refresh: seconds } : {};
};
