/**
 * Ticked rows stay chosen on other pages of their list: its links and searches carry them along
 * (`picked` in the address), those of other pages are hidden inputs of the same form.
 */
export function keepPicked(doc: Document): void {
  const rows = doc.getElementById("rows");
  if (!(rows instanceof HTMLFormElement)) return;
  const picked = () => [...new Set(new FormData(rows).getAll("ids"))].join(".");
  const listOf = (target: EventTarget | null) => (target as Element).closest(".list");
  doc.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (!link || !listOf(link) || link.pathname !== location.pathname || "drop" in link.dataset)
      return;
    const url = new URL(link.href);
    url.searchParams.delete("picked");
    if (picked()) url.searchParams.set("picked", picked());
    link.href = url.href;
  });
  doc.addEventListener("formdata", (event) => {
    const form = event.target as HTMLFormElement;
    if (form === rows || form.method !== "get" || !listOf(form)) return;
    event.formData.delete("picked");
    if (picked()) event.formData.set("picked", picked());
  });
}
