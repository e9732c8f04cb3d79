import { closestOf } from "../dom.client";
import { type Page, reached, say } from "../page/page.client";

/**
 * A form is sent only when the server can be reached; else the page stays with what was typed, says so
 * and sends when told to. What is sent twice by that is done once: the form carries its key.
 */
export function guardSending({ doc }: Page): void {
  let band: HTMLElement | undefined;
  /** The form that the server is asked for, and the one that it was just reached for. */
  let asking: HTMLFormElement | undefined;
  let sure: HTMLFormElement | undefined;

  async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
    if (asking === form) return;
    asking = form;
    const answers = await reached();
    asking = undefined;
    if (answers) {
      band?.remove();
      sure = form;
      form.requestSubmit(submitter);
      sure = undefined;
      return;
    }
    band = say("网络已断开，内容没有提交。填写的内容保留在本页，网络恢复后可以重新提交。");
    // What stands behind a dialog cannot be reached.
    form.closest("dialog")?.prepend(band);
    const again = band.appendChild(doc.createElement("button"));
    Object.assign(again, { type: "button", className: "btn btn-s", textContent: "重新提交" });
    again.onclick = () => void send(form, submitter);
    band.scrollIntoView({ block: "center" });
    again.focus({ preventScroll: true });
  }

  // Before everything else that hears of it: what is not sent is neither waited for nor taken as sent.
  addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      const own = (name: string) => event.submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
      if (own("method")?.toLowerCase() !== "post" || own("target")) return;
      if (sure === form) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void send(form, event.submitter);
    },
    true,
  );
  // What the shell does not open by itself would end on the browser's own page.
  addEventListener("click", (event) => {
    const link = closestOf<HTMLAnchorElement>(event, "a[href]");
    if (!link || event.defaultPrevented || navigator.onLine || link.target) return;
    if (link.origin !== location.origin || link.getAttribute("href")?.startsWith("#")) return;
    event.preventDefault();
    say("网络已断开，页面没有打开，请恢复网络后重试");
  });
}
