import { keepPicked } from "./picked.client";

/** 全选 ticks every row; it shows a dash while only some are ticked. */
export function enhanceTables(doc: Document): void {
  keepPicked(doc);
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
