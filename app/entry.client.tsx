import { wakeIslands } from "./islands/boot.client";
import { listenForWidgets, wakeWidgets } from "./ui/enhance.client";
import { pageOf } from "./ui/page/page.client";
import { captureErrors } from "./ui/shell/errors.client";
import { arrive, listenForShell } from "./ui/shell/shell.client";

/** Milliseconds between two looks at the token's remaining life (specification section 9). */
const FIRST_LOOK = 10_000;

let started = false;

/**
 * A first page carries what it needs of its style sheets; what script shows needs them whole. Behind them stands what a
 * browser without script takes at once, which is text to this one.
 */
function takeSheets() {
  for (const style of document.querySelectorAll("style[data-sheet]"))
    style.insertAdjacentHTML("afterend", style.nextElementSibling!.textContent!);
}

function start() {
  if (started) return;
  started = true;
  takeSheets();
  const page = pageOf(document);
  const wake = (root: ParentNode) => {
    wakeWidgets(root);
    wakeIslands(root);
  };
  listenForShell(page, wake);
  listenForWidgets(document);
  wake(document);
  arrive(page);
  if (document.querySelector(".login-form"))
    void import("./ui/blank-page/login.client").then((m) => m.enhanceLogin(document));
  setTimeout(
    () => void import("./ui/session-timer/session-timer.client").then((m) => m.startSessionTimer()),
    FIRST_LOOK,
  );
}

captureErrors();
// What people read is painted before anything is added to it. A hidden page paints nothing, and a
// dialog that became modal only then would jump.
if (document.hidden || document.querySelector("dialog[data-modal]")) start();
else {
  requestAnimationFrame(() => setTimeout(start));
  addEventListener("load", start);
}
