import { showPicked } from "../multi-select/multi-select.client";
import type { UiOption } from "../option";

/** The list of an answer: the answer itself, its `data` or its `data.data`. */
export function listOf(answer: unknown): UiOption[] {
  let node = answer;
  for (let i = 0; i < 3 && !Array.isArray(node); i++)
    node = typeof node === "object" && node && "data" in node ? node.data : null;
  return Array.isArray(node) ? node : [];
}

function branch(options: readonly UiOption[], name: string, value: string): HTMLUListElement {
  const ul = document.createElement("ul");
  for (const o of options) {
    const li = ul.appendChild(document.createElement("li"));
    const label = li.appendChild(document.createElement("label"));
    label.className = "tick";
    const radio = label.appendChild(document.createElement("input"));
    Object.assign(radio, { type: "radio", name, value: o.value, disabled: !!o.disabled });
    radio.checked = String(o.value) === value;
    label.append(o.label);
    if (!o.children?.length) continue;
    const details = li.appendChild(document.createElement("details"));
    details.open = true;
    details.appendChild(document.createElement("summary")).ariaLabel = o.label;
    details.append(branch(o.children, name, value));
  }
  return ul;
}

/** Turns the typed value into a tree that is fetched once, as soon as it is opened or has a value. */
export function wakeDictionary(host: HTMLElement): void {
  const input = host.querySelector("input");
  const source = host.dataset.dictionary;
  if (!input || !source) return;
  const pick = document.createElement("details");
  pick.className = "pick";
  pick.dataset.pick = host.dataset.placeholder;
  const summary = pick.appendChild(document.createElement("summary"));
  const drop = pick.appendChild(document.createElement("div"));
  summary.className = "input";
  summary.id = input.id;
  summary.ariaLabel = input.ariaLabel;
  summary.textContent = input.value || (host.dataset.placeholder ?? "");
  drop.className = "drop tree";
  input.type = "hidden";
  input.removeAttribute("id");
  host.append(pick);
  let asked = false;
  const load = async () => {
    if (asked) return;
    asked = true;
    drop.textContent = "获取字典中...";
    if (input.value) summary.textContent = "获取字典中...";
    try {
      const answer = await fetch(source, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      drop.replaceChildren(branch(listOf(await answer.json()), input.name, input.value));
      input.remove();
      showPicked(pick);
    } catch {
      asked = false;
      summary.textContent = input.value || (host.dataset.placeholder ?? "");
      drop.textContent = "字典加载失败，请关闭后重新展开";
    }
  };
  pick.addEventListener("toggle", load);
  if (input.value) void load();
}
