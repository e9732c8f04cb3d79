import { closestOf } from "../dom.client";
import { keepPicked } from "./picked.client";

/** What ticked rows come to, and 全选, come with the first tick. */
export function enhanceTables(doc: Document): void {
  keepPicked(doc);
  loadForHead(doc);
  doc.addEventListener("change", (event) => {
    const box = closestOf<HTMLInputElement>(event, ".t [type=checkbox]");
    if (box) void import("./ticked.client").then((m) => m.tick(box));
  });
}

/** What arranges columns comes when a pointer or the focus first reaches a head that can be arranged. */
function loadForHead(doc: Document): void {
  const reached = (event: Event) => {
    if (!closestOf(event, "[data-cols] thead")) return;
    doc.removeEventListener("pointerover", reached);
    doc.removeEventListener("focusin", reached);
    void import("./columns.client").then((m) => m.arrangeColumns(doc));
  };
  doc.addEventListener("pointerover", reached);
  doc.addEventListener("focusin", reached);
}
