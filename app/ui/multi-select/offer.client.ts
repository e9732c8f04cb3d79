const PICKER = "[data-pick], [data-find]";

/** Pickers work without script: theirs comes as a part of its own with the first one that is entered. */
export function offerPickers(doc: Document): void {
  let on = false;
  const load = ({ target }: Event) => {
    if (on || !(target instanceof Element && target.closest(PICKER))) return;
    on = true;
    void import("./multi-select.client").then(
      (m) => m.enhancePickers(doc),
      () => {
        on = false;
      },
    );
  };
  for (const name of ["focusin", "click"]) doc.addEventListener(name, load);
}
