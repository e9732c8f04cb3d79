/** Milliseconds between the last key and the question. */
const PAUSE = 50;

/** Suggestions below the quick search: arrow keys choose, Enter opens, Escape closes. */
export function enhanceQuickSearch(doc: Document): void {
  const input = doc.getElementById("quick") as HTMLInputElement | null;
  const list = doc.getElementById("quick-list");
  if (!input || !list) return;
  let timer = 0;
  let asked = 0;
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
    const query = input.value.trim();
    if (!query) return show(false);
    const answer = await fetch(`/search/suggest?q=${encodeURIComponent(query)}`).catch(() => null);
    if (!answer?.ok || turn !== asked) return;
    const found = (await answer.json()) as [string, string, string][];
    list.replaceChildren(
      ...found.map(([label, href, trail], i) => {
        const option = doc.createElement("a");
        Object.assign(option, { id: `quick-${i}`, href, role: "option", tabIndex: -1 });
        option.textContent = label;
        option.appendChild(doc.createElement("small")).textContent = trail;
        return option;
      }),
    );
    if (!found.length) list.textContent = "没有匹配的菜单";
    choose(list.querySelector("a"));
    show(true);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(suggest, PAUSE);
  });
  input.addEventListener("keydown", (event) => {
    const options = [...list.querySelectorAll<HTMLElement>("a")];
    const at = options.findIndex((o) => o.ariaSelected === "true");
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length) {
      event.preventDefault();
      choose(options[(at + step + options.length) % options.length]!);
    } else if (event.key === "Enter" && !list.hidden && options[at]) {
      event.preventDefault();
      options[at].click();
    } else if (event.key === "Escape") show(false);
  });
  // A press on a suggestion must arrive before the list goes.
  input.addEventListener("blur", () => setTimeout(show, 200, false));
  // Typed while this part was on its way.
  void suggest();
}
