const WAIT = 250;

/** Offers rows that fit what is typed into a reference. */
export function enhanceRefs(doc: Document): void {
  let timer = 0;
  doc.addEventListener("input", (event) => {
    const input = event.target as HTMLInputElement;
    const { ref } = input.dataset;
    if (!ref || !input.list) return;
    clearTimeout(timer);
    timer = window.setTimeout(async () => {
      const keyword = input.value.trim();
      if (!keyword) return;
      const answer = await fetch(`/options/${ref}?keyword=${encodeURIComponent(keyword)}`, {
        headers: { Accept: "application/json" },
      }).catch(() => null);
      if (!answer?.ok || input.value.trim() !== keyword) return;
      const rows = (await answer.json()) as { label: string; hint?: string }[];
      input.list?.replaceChildren(...rows.map((r) => new Option(r.hint ?? "", r.label)));
    }, WAIT);
  });
}
