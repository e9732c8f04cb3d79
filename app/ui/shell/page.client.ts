/** Path and query: what a draft, a scroll position and a tab are kept by. */
export const address = (): string => location.pathname + location.search;

/** The signed-in person; empty outside of the shell. */
export const userId = (doc: Document): string =>
  doc.querySelector<HTMLElement>(".desk")?.dataset.user ?? "";

/** Keeps a preference for a year where the server reads it in the next request. */
export function keepCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not everywhere
  document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
}

/** Posts a form's fields to a resource route; the answer is not a page. */
export const post = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), keepalive: true });

/** A sentence above the page. */
export function say(tone: "success" | "warning", text: string): void {
  const band = document.createElement("div");
  band.className = `alert ${tone}`;
  band.role = "status";
  band.textContent = text;
  document.querySelector("main")?.prepend(band);
}
