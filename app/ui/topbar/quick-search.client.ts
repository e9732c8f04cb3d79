/** Milliseconds between the last key and the question. */
const PAUSE = 50;

/**
 * Suggestions below the search of the top bar: arrow keys choose, Enter opens, Escape closes. Enter before
 * they are there for what is typed sends the form: the server knows what a whole number leads to.
 */
export function enhanceQuickSearch(doc: Document): void {
  const input = doc.querySelector<HTMLInputElement>("#quick");
  const list = doc.getElementById("quick-list");
  if (!input || !list) return;
  let timer = 0;
  let asked = 0;
  let shown: string | null = null;
  const typed = () => input.value.trim();
  input.role = "combobox";
  input.setAttribute("aria-controls", list.id);
  const show = (open: boolean) => {
    list.hidden = !open;
    input.ariaExpanded = String(open);
  };
  show(false);

  const choose = (option: Element | null) => {
    list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", option?.id ?? "");
  };
  const suggest = async () => {
    const turn = ++asked;
    const query = typed();
    const answer = await fetch(`/search/suggest?q=${encodeURIComponent(query)}`).catch(() => null);
    const html = answer?.ok && !answer.redirected ? await answer.text() : null;
    if (turn !== asked) return;
    list.innerHTML = html ?? "";
    if (!html && query) list.textContent = html === null ? "暂时无法搜索，请稍后重试" : "没有找到";
    shown = query;
    choose(query ? list.querySelector("a") : null);
    show(doc.activeElement === input && list.hasChildNodes());
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(suggest, PAUSE);
  });
  input.addEventListener("focus", suggest);
  input.addEventListener("keydown", (event) => {
    const options = [...list.querySelectorAll<HTMLElement>("a")];
    const at = options.findIndex((o) => o.ariaSelected === "true");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) {
      event.preventDefault();
      const next = at < 0 && step < 0 ? -1 : at + step;
      choose(options[(next + options.length) % options.length]!);
    } else if (event.key === "Enter" && !list.hidden && options[at] && shown === typed()) {
      event.preventDefault();
      options[at].click();
      input.blur();
    } else if (event.key === "Escape") show(false);
  });
  // A press on a suggestion must arrive before the list goes.
  input.addEventListener("blur", () => setTimeout(show, 200, false));
  // Typed while this part was on its way.
  void suggest();
}
