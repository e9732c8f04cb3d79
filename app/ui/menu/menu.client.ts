import { closestOf } from "../dom.client";
import { keepCookie, keepScroll, type Page } from "../page/page.client";

/** Branches stay as the user left them, the menu stays scrolled, folding loads nothing. */
export function enhanceMenu({ doc }: Page): void {
  const side = doc.querySelector<HTMLElement>(".side");
  if (!side) return;
  side.addEventListener("click", (event) => {
    const branch = closestOf(event, "summary")?.closest("details");
    if (!branch) return;
    const known = new Set(/(?:^|; )open=([\w.-]*)/.exec(doc.cookie)?.[1]?.split(".").filter(Boolean));
    // The press has not opened or closed it yet.
    known[branch.open ? "delete" : "add"](branch.id.slice(2));
    keepCookie("open", [...known].slice(-20).join("."));
  });

  side.scrollTop = Number(sessionStorage.getItem("side"));
  side.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  keepScroll(
    side,
    () => side.scrollTop,
    () => "side",
  );

  doc.getElementById("fold")?.addEventListener("click", (event) => {
    event.preventDefault();
    const folded = doc.querySelector(".shell")?.classList.toggle("folded");
    keepCookie("side", folded ? "0" : "1");
  });
}
