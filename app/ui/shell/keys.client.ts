/** Keys without modifiers, outside of fields; switched off in their own help (`?`). */
export function enhanceKeys(doc: Document): void {
  const press = (selector: string) => doc.querySelector<HTMLElement>(selector)?.click();
  const tab = (step: number) => {
    const links = [...doc.querySelectorAll<HTMLElement>(".strip li a")];
    const at = links.findIndex((a) => a.ariaCurrent);
    links[(at + step + links.length) % links.length]?.click();
  };
  const acts: Record<string, () => void> = {
    "/": () => doc.getElementById("quick")?.focus(),
    "[": () => press("#fold"),
    ",": () => tab(-1),
    ".": () => tab(1),
    r: () => press(".strip > a"),
    w: () => press(".strip .on [name=close]"),
    h: () => press(".brand a"),
    "?": () => doc.getElementById("keys")?.showPopover(),
  };
  const on = doc.getElementById("keys-on") as HTMLInputElement | null;
  if (!on) return;
  on.checked = localStorage.getItem("keys") !== "off";
  on.onchange = () => localStorage.setItem("keys", on.checked ? "on" : "off");
  doc.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    const typing =
      target.isContentEditable || target.matches("input,select,textarea,[role=menu] *");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const act = acts[event.key];
    // The help itself always opens: it holds the switch.
    if (!act || (!on.checked && event.key !== "?") || doc.querySelector("dialog[open]")) return;
    event.preventDefault();
    act();
  });
}
