import { controlsOf, formOf, isDisabled, isTickable, setChecked, typeOf } from "./controls";
import { byId, closest, documentOf, type Element, select } from "./dom";
import { submissionOf } from "./form-data";
import { controlOf } from "./names";
import type { Page } from "./page";
import { refusalOf } from "./validity";
import { isOpen, setOpen } from "./visible";

/** A form was held back by the browser itself: a control says why. */
export class Refused extends Error {}

async function sendForm(page: Page, form: Element, submitter: Element | null): Promise<void> {
  const refusal = refusalOf(form, submitter);
  if (refusal) throw new Refused(`the browser does not send the form at ${page.url()}: ${refusal}`);
  await page.submit(await submissionOf(form, submitter, page.url()));
}

function toggleFold(summary: Element): void {
  const details = summary.parent as Element;
  if ("open" in details.attribs) {
    delete details.attribs.open;
    return;
  }
  const { name } = details.attribs;
  if (name)
    for (const other of select("details[open]", documentOf(details)))
      if (other.attribs.name === name) delete other.attribs.open;
  details.attribs.open = "";
}

function togglePopover(button: Element): void {
  const popover = byId(documentOf(button), button.attribs.popovertarget ?? "");
  if (!popover) throw new Error(`no popover #${button.attribs.popovertarget}`);
  const action = button.attribs.popovertargetaction ?? "toggle";
  setOpen(popover, action === "toggle" ? !isOpen(popover) : action === "show");
}

const submits = (e: Element) =>
  e.name === "button"
    ? (e.attribs.type ?? "submit") === "submit"
    : e.name === "input" && ["submit", "image"].includes(typeOf(e));

async function pressButton(page: Page, button: Element): Promise<void> {
  const form = formOf(button);
  if (form && submits(button)) return sendForm(page, form, button);
  if (button.attribs.popovertarget) return togglePopover(button);
  throw new Error(`the button does nothing without script: ${button.attribs.class ?? button.name}`);
}

function toggle(box: Element): void {
  if (typeOf(box) === "radio") setChecked(box, true);
  else setChecked(box, !("checked" in box.attribs));
}

const ACTIVE = (e: Element) =>
  (e.name === "a" && "href" in e.attribs) ||
  ["button", "input", "label", "select", "summary", "textarea"].includes(e.name);

/** What a click on this place does in a browser without script. */
export async function click(page: Page, at: Element): Promise<void> {
  const e = closest(at, ACTIVE);
  if (!e || isDisabled(e)) return;
  page.focused = e;
  page.context().witness?.used(e);
  if (e.name === "a") {
    const { href = "", target } = e.attribs;
    return target === "_blank" ? page.openBeside(href) : page.follow(href);
  }
  if (e.name === "label") {
    const control = controlOf(e);
    return control ? click(page, control) : undefined;
  }
  if (e.name === "summary") return toggleFold(e);
  if (e.name === "button" || submits(e)) return pressButton(page, e);
  if (isTickable(e)) toggle(e);
}

const LINES = ["text", "search", "url", "tel", "email", "password", "number"];
const isLine = (e: Element) =>
  e.name === "input" && LINES.concat("date", "month", "time", "datetime-local").includes(typeOf(e));

/** Enter in a field of one line: the form's first button is pressed. */
export async function pressEnter(page: Page, e: Element): Promise<void> {
  if (!isLine(e)) return click(page, e);
  const form = formOf(e);
  if (!form) return;
  const button = controlsOf(form).find(submits);
  if (button) return isDisabled(button) ? undefined : sendForm(page, form, button);
  if (controlsOf(form).filter(isLine).length === 1) await sendForm(page, form, null);
}
