import type { LoggedError } from "./errors.client";

/** Fills the page of local errors, its forms, and empties the log when the server has it. */
export function enhanceErrorLog(doc: Document, log: { loggedErrors(): LoggedError[]; clearErrors(): void }): void {
  const body = doc.getElementById("error-log");
  if (!body) return;
  // The server's own word that the log was sent or emptied.
  if (body.dataset.done) {
    log.clearErrors();
    // Said once: a reload must not empty what went wrong since.
    history.replaceState(null, "", location.pathname);
  }
  const errors = log.loggedErrors();
  body.replaceChildren();
  for (const e of errors) {
    const row = body.appendChild(doc.createElement("tr"));
    const cells = [new Date(e.time).toLocaleString("zh-CN"), e.type, e.message, e.url, e.stack];
    for (const text of cells) row.appendChild(doc.createElement("td")).textContent = text;
  }
  for (const el of doc.querySelectorAll<HTMLElement>("[data-empty]"))
    el.hidden = (el.dataset.empty === "yes") !== (errors.length === 0);
  const field = doc.querySelector<HTMLInputElement>("[name=entries]");
  if (field) field.value = JSON.stringify(errors);
}
