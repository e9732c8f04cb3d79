import { closestOf } from "../dom.client";
import { say } from "../page/page.client";

/** Milliseconds before waiting shows. */
const PATIENCE = 300;
/** What answers with a file: the page stays. */
const FILES = "[download],[target],[href*='/export'],[href*='/download'],[formaction*='/export']";

/** What shows that the next page is awaited. */
export interface MaskWaiting {
  start(): void;
  stop(): void;
}

/** A mask over the page while the next one is awaited; a form that is on its way is not sent twice. */
export function enhanceWaiting(doc: Document): MaskWaiting {
  let file = false;
  let timer = 0;
  const mask = doc.createElement("div");
  mask.className = "mask";
  mask.setAttribute("role", "status");
  mask.setAttribute("aria-label", "加载中");
  const start = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => doc.body.append(mask), PATIENCE);
  };
  const stop = () => {
    clearTimeout(timer);
    mask.remove();
    for (const form of doc.querySelectorAll<HTMLElement>("form[data-sent]")) delete form.dataset.sent;
  };
  doc.addEventListener(
    "click",
    (event) => {
      file = closestOf(event, FILES) !== null;
    },
    true,
  );
  addEventListener("beforeunload", () => {
    if (!file) start();
  });
  addEventListener("pageshow", stop);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") stop();
  });
  doc.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent !== undefined) {
      event.preventDefault();
      say("操作太频繁，请勿重复请求");
      return;
    }
    form.dataset.sent = "";
    // An answer that is a file, or none within the server's own limit, leaves the page as it is.
    setTimeout(stop, 30_000);
  });
  return { start, stop };
}
