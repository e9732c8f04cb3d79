import { closestOf } from "../dom.client";
import { filter, moveRow, openRow, tickRow } from "../table/row-keys.client";

interface Shortcut {
  word: string;
  /** What stands in the help instead of the key's own name; "" keeps it out. */
  shown?: string;
  /** False: there was nothing to do, the key keeps its usual meaning. */
  act(): unknown;
}

const OFF = "keys";

/**
 * Listener for keys without modifiers, outside of fields. They can be switched off in their own help
 * (`?`), as WCAG 2.1.4 asks of single keys.
 */
export function keysOf(doc: Document): (event: KeyboardEvent) => void {
  const press = (selector: string) => doc.querySelector<HTMLElement>(selector)?.click();
  const tab = (step: number) => {
    const links = [...doc.querySelectorAll<HTMLElement>(".strip li a")];
    const at = links.findIndex((a) => a.ariaCurrent);
    links[(at + step + links.length) % links.length]?.click();
  };
  const walk = (step: number) => {
    const links = [...doc.querySelectorAll<HTMLElement>(".walk > nav a")];
    const at = links.findIndex((a) => a.ariaCurrent);
    const to = links[at < 0 ? 0 : at + step];
    to?.click();
    return !!to;
  };
  /** The button of a decision; false where nothing is decided. */
  const decide = (value: string) => {
    const button = doc.querySelector<HTMLElement>(`#decide button[value="${value}"]:not([aria-disabled])`);
    button?.click();
    return !!button;
  };
  const keys: Record<string, Shortcut> = {
    "/": { word: "搜索单据和菜单", shown: "/ 或 Ctrl K", act: () => doc.getElementById("quick")?.focus() },
    f: { word: "列表的筛选", act: () => filter(doc) },
    ArrowDown: { word: "列表的下一行、上一行", shown: "↓ ↑", act: () => moveRow(doc, 1) },
    ArrowUp: { word: "", shown: "", act: () => moveRow(doc, -1) },
    Enter: { word: "打开所在的行", act: () => openRow(doc) },
    " ": { word: "选中所在的行", shown: "空格", act: () => tickRow(doc) },
    "[": { word: "收起或展开菜单", act: () => press("#fold") },
    ",": { word: "上一个标签", act: () => tab(-1) },
    ".": { word: "下一个标签", act: () => tab(1) },
    j: { word: "下一条、上一条待办审批", shown: "j k", act: () => walk(1) },
    k: { word: "", shown: "", act: () => walk(-1) },
    a: { word: "审批：通过并看下一条", act: () => decide("approveNext") },
    r: { word: "审批：驳回；别处：刷新当前标签", act: () => decide("reject") || press(".strip > a") },
    w: { word: "关闭当前标签", act: () => press(".strip .on [name=close]") },
    h: { word: "回到首页", act: () => press(".brand a") },
    "?": { word: "显示本说明", act: () => showHelp(doc, keys) },
  };
  return (event) => {
    const target = closestOf(event);
    const typing = !target || target.isContentEditable || target.matches("input,select,textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const on = event.key === "?" || localStorage.getItem(OFF) !== "off";
    if (!on || !keys[event.key] || doc.querySelector("dialog[open]")) return;
    if (keys[event.key]?.act() !== false) event.preventDefault();
  };
}

function showHelp(doc: Document, keys: Record<string, Shortcut>): void {
  const help = doc.createElement("dialog");
  help.className = "pop pane";
  help.ariaLabel = "键盘快捷键";
  help.innerHTML =
    '<form method="dialog"><h2>键盘快捷键</h2><dl class="keys"></dl><label class="switch">启用快捷键<input type="checkbox"></label><div class="btns"><button class="btn">关闭</button></div></form>';
  for (const [key, { word, shown = key }] of Object.entries(keys)) {
    if (!shown) continue;
    const row = help.querySelector("dl")!.appendChild(doc.createElement("div"));
    row.appendChild(doc.createElement("dt")).appendChild(doc.createElement("kbd")).textContent = shown;
    row.appendChild(doc.createElement("dd")).textContent = word;
  }
  const on = help.querySelector("input")!;
  on.checked = localStorage.getItem(OFF) !== "off";
  on.onchange = () => localStorage.setItem(OFF, on.checked ? "on" : "off");
  help.onclose = () => help.remove();
  doc.body.append(help);
  help.showModal();
}
