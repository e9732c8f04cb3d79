import { closestOf } from "../dom.client";

/**
 * Ticked rows stay chosen on other pages of their list: its links and searches carry them along
 * (`picked` in the address), those of other pages are hidden inputs of the same form.
 */
export function keepPicked(doc: Document): void {
  const rowsOf = () => doc.querySelector<HTMLFormElement>("#rows");
  const picked = (rows: HTMLFormElement) => [...new Set(new FormData(rows).getAll("ids"))].join(".");
  const listOf = (el: Element) => el.closest(".list");
  doc.addEventListener("click", (event) => {
    const link = closestOf<HTMLAnchorElement>(event, "a");
    const rows = rowsOf();
    if (!rows || !link || !listOf(link) || link.pathname !== location.pathname || "drop" in link.dataset) return;
    const url = new URL(link.href);
    url.searchParams.delete("picked");
    const ids = picked(rows);
    if (ids) url.searchParams.set("picked", ids);
    link.href = url.href;
  });
  doc.addEventListener("formdata", (event) => {
    const form = event.target;
    const rows = rowsOf();
    if (!rows || form === rows || form.method !== "get" || !listOf(form)) return;
    event.formData.delete("picked");
    const ids = picked(rows);
    if (ids) event.formData.set("picked", ids);
  });
}
