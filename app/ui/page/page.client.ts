/** What the parts of the shell's script share; handed over, so that parts loaded later stay one file each. */
export interface Page {
  doc: Document;
  /** The signed-in person; empty outside of the shell. */
  user: string;
  /** Path and query as of now: what a draft, a scroll position and a tab are kept by. */
  readonly at: string;
}

export const pageOf = (doc: Document): Page => ({
  doc,
  user: doc.querySelector<HTMLElement>(".shell")?.dataset.user ?? "",
  get at() {
    return location.pathname + location.search;
  },
});

/** Holds the key of the draft whose form was sent last, until its answer is seen. */
export const SENT = "draft sent";

/** Key of a draft: what one person typed is never shown to another. */
export const draftKey = (user: string, url: string): string => `draft ${user} ${url}`;

/** The same without the version of the row that was typed over. */
export const unversioned = (key: string): string => key.replace(/ v\d+$/, "");

/** Forgets what was typed at an address, over whichever version. */
export function dropDrafts(key: string): void {
  for (const kept of Object.keys(sessionStorage))
    if (unversioned(kept) === unversioned(key)) sessionStorage.removeItem(kept);
}

/** Keeps a preference where the server reads it in the next request. @param age seconds */
export function keepCookie(name: string, value: string, age = 31_536_000): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not everywhere
  document.cookie = `${name}=${value};path=/;max-age=${age};samesite=lax`;
}

/**
 * The page tells its parts by events of the document: `leave` before other content takes the place of
 * this one, `write` when something was changed on the server and no page kept is what it was.
 *
 * Keeps how far something is scrolled under `key` of this tab. It is read while scrolling: asked when
 * the page is left, the browser would first lay out a page that nobody sees any more.
 */
export function keepScroll(of: EventTarget, top: () => number, key: () => string): void {
  let last: [key: string, top: string] | undefined;
  of.addEventListener("scroll", () => {
    last = [key(), String(top())];
  });
  addEventListener("pagehide", () => last && sessionStorage.setItem(...last));
}

/** Posts a form's fields to a resource route; the answer is not a page. */
export function post(url: string, fields: Record<string, string>): Promise<Response> {
  if (!SMALL.test(url)) document.dispatchEvent(new Event("write"));
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), keepalive: true });
}

/** What is written there changes no page. */
const SMALL = /^\/(tabs|bell)$/;

/** The server answers, whatever it says. */
export const reached = (): Promise<boolean> =>
  fetch("/favicon.svg", { method: "HEAD", cache: "no-store" }).then(
    () => true,
    () => false,
  );

/** A sentence above the page, in place of the last one. */
export function say(text: string): HTMLElement {
  document.getElementById("said")?.remove();
  const band = document.createElement("div");
  band.id = "said";
  band.className = "alert warning";
  band.role = "status";
  band.textContent = text;
  document.querySelector("main")?.prepend(band);
  return band;
}
