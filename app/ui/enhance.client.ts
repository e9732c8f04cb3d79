import { enhanceCopies } from "./copy/listen.client";
import { enhanceRanges } from "./date/date.client";
import { wakeDialog } from "./dialog/dialog.client";
import { closestOf } from "./dom.client";
import { enhanceForms, followWhen } from "./form/form.client";
import { enhanceInputs, wakePhone } from "./input/input.client";
import { offerPreviews } from "./preview/preview.client";
import { enhanceTables } from "./table/table.client";

/** Listeners on the document: they find their element in the event, so that it may come and go. */
const LISTENERS = [enhanceCopies, enhanceForms, enhanceInputs, enhanceRanges, enhanceTables, offerPreviews];

/** What was done to an element before its part was there. */
type Touch = Pick<Event, "target" | "type"> & Partial<Event>;

/** Listeners for what works without them: they come with the first touch of an element of theirs. */
const TOUCHED: [
  string,
  () => Promise<(doc: Document, first: Touch, wake: typeof wakeWidgets) => void>,
  leads?: boolean,
][] = [
  ["[data-pick], [data-find]", () => import("./multi-select/multi-select.client").then((m) => m.enhancePickers)],
  ["[data-ref], select[data-many]", () => import("./ref-input/combobox.client").then((m) => m.enhanceCombobox)],
  [".menu a[id], [name=more], [form=panels]", () => import("./asked.client").then((m) => m.enhanceAsked), true],
  ["[data-mentions]", () => import("./mention/mention.client").then((m) => m.enhanceMentions)],
  [".upload, form:has(.upload)", () => import("./upload/upload.client").then((m) => m.enhanceUploads)],
];

/** What is done once to each element of a page, by its selector. */
const WAKES: [string, (el: never) => void][] = [
  ["form", followWhen],
  ["[data-phone]", wakePhone],
  ["dialog[data-modal]", wakeDialog],
];

/** The same for what few pages have: it comes as a chunk of its own. */
const RARE: [string, () => Promise<(el: never) => void>][] = [
  ["[type=date], [type=datetime-local]", () => import("./date/text.client").then((m) => m.wakeDay)],
  ["[type=file]", () => import("./input/chosen.client").then((m) => m.wakeFile)],
  ["[data-lines]", () => import("./lines/lines.client").then((m) => m.wakeLines)],
  ["[data-typed]", () => import("./table/typed.client").then((m) => m.wakeTyped)],
  ["[data-cascade]", () => import("./tree/tree.client").then((m) => m.wakeTree)],
  ["[data-dictionary]", () => import("./tree/tree-dictionary.client").then((m) => m.wakeDictionary)],
  ["[data-job]", () => import("./progress/job.client").then((m) => m.followJob)],
  ["[data-scan]", () => import("./scan/scan.client").then((m) => m.wakeScan)],
  ["[data-create]", () => import("./ref-input/new.client").then((m) => m.wakeNew)],
  ["[data-carousel]", () => import("./carousel/carousel.client").then((m) => m.wakeCarousel)],
  ["[data-live]", () => import("./live/live.client").then((m) => m.wakeLive)],
];

/** One enhancement that fails leaves the others. */
function attempt(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}

/** Brings a part with the first touch of what it is for. A press that would lead away `waits` for it. */
function onTouch(doc: Document, [selector, load, leads = false]: (typeof TOUCHED)[number]): void {
  let waits = leads;
  let on: Promise<void> | null = null;
  const touch = (event: Touch) => {
    const el = closestOf(event, selector);
    if (!el) return;
    on ??= load().then(
      (run) => {
        waits = false;
        run(doc, event, wakeWidgets);
      },
      () => {
        on = null;
      },
    );
    if (!waits || event.type !== "click") return;
    event.preventDefault?.();
    void on.then(() => {
      // Where the part did not come, the press does what it does without script.
      waits = false;
      el.click();
      waits = !on;
    });
  };
  for (const name of ["pointerover", "focusin", "click", "change", "dragenter"]) doc.addEventListener(name, touch);
  // Entered while this was on its way.
  touch({ target: doc.activeElement, type: "focusin" });
}

/**
 * What script adds to the server's widgets is of two kinds. This is the first: delegated listeners,
 * registered once per page load.
 */
export function listenForWidgets(doc: Document): void {
  doc.documentElement.classList.add("js");
  for (const run of LISTENERS) attempt(() => run(doc));
  for (const part of TOUCHED) onTouch(doc, part);
}

/**
 * The second kind: what is done to elements themselves. It is called for the page at load, and again
 * for every piece of it that is exchanged later, each element being met once. Nothing that it starts
 * may keep an element in a variable of its module: the element leaves with its page.
 */
export function wakeWidgets(root: ParentNode): void {
  const find = (selector: string) => [
    ...(root instanceof Element && root.matches(selector) ? [root] : []),
    ...root.querySelectorAll(selector),
  ];
  const each = (selector: string, run: (el: never) => void) => {
    for (const el of find(selector)) attempt(() => run(el as never));
  };
  for (const [selector, run] of WAKES) each(selector, run);
  for (const [selector, load] of RARE) if (find(selector).length) void load().then((run) => each(selector, run));
}
