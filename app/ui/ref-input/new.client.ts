/** Goes to where a new row is made, in this page, knowing the way back to this field. */
export function followNew(link: HTMLAnchorElement): void {
  const to = new URL(link.href);
  to.searchParams.set("back", location.pathname + location.search);
  to.searchParams.set("for", link.dataset.for ?? "");
  link.href = to.href;
  link.removeAttribute("target");
}

/** A reference that a new row can be made for: its link knows the way back, and what came back is filled in. */
export function wakeNew(input: HTMLElement): void {
  const link = input.parentElement?.querySelector<HTMLAnchorElement>(":scope > a.ref-new");
  if (link) followNew(link);
  if (location.hash.startsWith("#new=")) void import("./new-row.client").then((m) => m.fillNew(input.ownerDocument));
}
