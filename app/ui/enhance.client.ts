import { enhanceRanges } from "./date/date.client";
import { enhanceDialog } from "./dialog/dialog.client";
import { enhanceForms } from "./form/form.client";
import { enhanceInputs } from "./input/input.client";
import { enhancePickers } from "./multi-select/multi-select.client";
import { enhanceRefs } from "./ref-input/ref-input.client";
import { enhanceTables } from "./table/table.client";

const each = <T extends HTMLElement>(selector: string, run: (el: T) => void) =>
  document.querySelectorAll<T>(selector).forEach(run);
const has = (selector: string) => document.querySelector(selector) !== null;

/**
 * Everything that script adds to the server's widgets. What few pages have comes as a chunk of its
 * own, only where it is used. One enhancement that fails leaves the others.
 */
export function enhanceWidgets(): void {
  document.documentElement.classList.add("js");
  const runs = [
    enhanceForms,
    enhanceInputs,
    enhancePickers,
    enhanceRanges,
    enhanceRefs,
    enhanceTables,
  ];
  for (const run of [...runs, () => each("dialog[data-modal]", enhanceDialog)])
    try {
      run(document);
    } catch (error) {
      reportError(error);
    }
  if (has("[data-cascade]"))
    void import("./tree/tree.client").then((m) => m.enhanceTrees(document));
  if (has("[data-dictionary]"))
    void import("./tree/tree-dictionary.client").then((m) =>
      each("[data-dictionary]", m.enhanceDictionary),
    );
  if (has("[data-upload], .upload"))
    void import("./upload/upload.client").then((m) => each(".upload", m.enhanceUpload));
  if (has("[data-carousel]"))
    void import("./carousel/carousel.client").then((m) =>
      each("[data-carousel]", m.enhanceCarousel),
    );
}
