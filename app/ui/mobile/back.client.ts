/** The way back of a mobile page is the page that was shown before it, where this document has one. */
export function enhanceBack(doc: Document): void {
  doc.addEventListener("click", (event) => {
    const back = (event.target as Element).closest("[data-back]");
    if (!back || !history.state?.entry) return;
    event.preventDefault();
    history.back();
  });
}
