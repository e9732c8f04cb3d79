import { keepPicked } from "./picked.client";

/** 全选 ticks every row; it shows a dash while only some are ticked. */
export function enhanceTables(doc: Document): void {
  keepPicked(doc);
  loadForHead(doc);
  doc.addEventListener("change", (event) => {
    const box = event.target as HTMLInputElement;
    const table = box.closest?.("table");
    if (box.type !== "checkbox" || !table) return;
    const all = table.querySelector<HTMLInputElement>("[data-all]");
    const rows = [...table.querySelectorAll<HTMLInputElement>("tbody .l0 input[type=checkbox]")];
    if (!all) return;
    if (box === all) for (const row of rows) row.checked = all.checked;
    const ticked = rows.filter((r) => r.checked).length;
    all.checked = ticked === rows.length;
    all.indeterminate = ticked > 0 && ticked < rows.length;
  });
}

/** What arranges columns comes when a pointer or the focus first reaches a head that can be arranged. */
function loadForHead(doc: Document): void {
  const reached = (event: Event) => {
    if (!(event.target as Element).closest("[data-cols] thead")) return;
    doc.removeEventListener("pointerover", reached);
    doc.removeEventListener("focusin", reached);
    void import("./columns.client").then((m) => m.arrangeColumns(doc));
  };
  doc.addEventListener("pointerover", reached);
  doc.addEventListener("focusin", reached);
}
