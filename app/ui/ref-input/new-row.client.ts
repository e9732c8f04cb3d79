const TRIES = 40;

/** Fills in the row that was made meanwhile, once what was typed before stands here again. */
export function fillNew(doc: Document): void {
  const [, name = "", label = ""] = /^#new=([^=]+)=(.*)$/s.exec(decodeURIComponent(location.hash)) ?? [];
  if (!name) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  let left = TRIES;
  const timer = setInterval(() => {
    const input = doc.querySelector<HTMLInputElement>(`main [data-ref][name="${CSS.escape(name)}"]`);
    if (!input && left-- > 0) return;
    clearInterval(timer);
    if (!input) return;
    input.value = label;
    input.focus();
    for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
  }, 50);
}
