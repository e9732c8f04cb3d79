import { closestOf } from "../dom.client";
import { keepPicked } from "./picked.client";

/** 全选 ticks every row; it shows a dash while only some are ticked. */
export function enhanceTables(doc: Document): void {
  keepPicked(doc);
  loadForHead(doc);
  doc.addEventListener("change", (event) => {
    const box = closestOf(event, "[type=checkbox]");
    const table = box?.closest("table");
    const all = table?.querySelector<HTMLInputElement>("[data-all]");
    if (!table || !all) return;
    const rows = [...table.querySelectorAll<HTMLInputElement>("tbody .l0 input")];
    if (box === all) for (const row of rows) row.checked = all.checked;
    const ticked = rows.filter((r) => r.checked).length;
    doc.querySelector("[data-ticked]")?.replaceChildren(`${ticked}`);
    all.checked = ticked === rows.length;
    all.indeterminate = ticked > 0 && !all.checked;
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
