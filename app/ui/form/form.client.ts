import { type Control, closestOf } from "../dom.client";

/** Fields with data-when="name=value,value" show only while that control has one of these values. */
export function followWhen(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLElement>("[data-when]")) {
    const [name = "", values = ""] = field.dataset.when?.split("=") ?? [];
    const control = form.elements.namedItem(name);
    if (control && "value" in control) field.hidden = !values.split(",").includes(control.value);
  }
}

/**
 * GET forms leave out what is empty, so that a search is a short link; a control with data-auto sends
 * its form when it changes (its value names a parameter to forget: a new page size begins at page 1).
 */
export function enhanceForms(doc: Document): void {
  doc.addEventListener("formdata", (event) => {
    const form = event.target;
    if (form.method !== "get") return;
    for (const name of new Set(event.formData.keys())) {
      const filled = event.formData.getAll(name).filter((value) => value !== "");
      event.formData.delete(name);
      for (const value of filled) event.formData.append(name, value);
    }
  });
  doc.addEventListener("change", (event) => {
    const control = closestOf<Control>(event, "input,select,textarea");
    const form = control?.form;
    if (!form) return;
    followWhen(form);
    const { auto } = control.dataset;
    if (auto === undefined) return;
    const page = auto && form.elements.namedItem(auto);
    if (page instanceof HTMLInputElement) page.value = "";
    form.requestSubmit();
  });
  doc.addEventListener("click", (event) => {
    if (closestOf(event, "[data-print]")) print();
  });
}
