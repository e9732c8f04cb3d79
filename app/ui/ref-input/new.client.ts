const MARK = "#new=";
const TRIES = 40;

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
  fillNew(input.ownerDocument);
}

/** Fills in the row that was made meanwhile, once what was typed before stands here again. */
function fillNew(doc: Document): void {
  if (!location.hash.startsWith(MARK)) return;
  const [, name = "", label = ""] =
    /^([^=]+)=(.*)$/s.exec(decodeURIComponent(location.hash.slice(MARK.length))) ?? [];
  history.replaceState(history.state, "", location.pathname + location.search);
  let left = TRIES;
  const timer = setInterval(() => {
    const input = doc.querySelector<HTMLInputElement>(
      `main [data-ref][name="${CSS.escape(name)}"]`,
    );
    if (!input && left-- > 0) return;
    clearInterval(timer);
    if (!input) return;
    input.value = label;
    input.focus();
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  }, 50);
}
