import { closestOf } from "../dom.client";

/** Asks in a native dialog; resolves to true on 确定. */
export const ask = async (question: string): Promise<boolean> => (await import("./ask.client")).ask(question);

/** Buttons and links with data-confirm act only after 确定. */
export function enhanceConfirm(doc: Document): void {
  doc.addEventListener(
    "click",
    async (event) => {
      const pressed = closestOf(event, "[data-confirm]");
      const question = pressed?.dataset.confirm;
      if (!pressed || !question) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!(await ask(question))) return;
      pressed.dataset.confirm = "";
      pressed.click();
      pressed.dataset.confirm = question;
    },
    true,
  );
}
