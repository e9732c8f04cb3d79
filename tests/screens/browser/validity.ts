import { controlsOf, filesOf, formOf, groupOf, heldBy, isDisabled, isTickable, isTyped, typeOf } from "./controls";
import { closest, type Element } from "./dom";

const BARRED = ["button", "hidden", "image", "reset", "submit"];
// As the HTML standard has it.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const DATED = ["date", "datetime-local", "month", "time", "week"];

function isBarred(e: Element): boolean {
  const type = e.name === "button" ? (e.attribs.type ?? "submit") : typeOf(e);
  if (BARRED.includes(type) || isDisabled(e)) return true;
  const readonly = "readonly" in e.attribs && !isTickable(e) && e.name !== "select";
  return readonly || closest(e, (at) => at.name === "datalist") !== null;
}

function isMissing(e: Element): boolean {
  const type = typeOf(e);
  if (type === "radio")
    return groupOf(e).some((o) => "required" in o.attribs) && !groupOf(e).some((o) => "checked" in o.attribs);
  if (!("required" in e.attribs)) return false;
  if (type === "checkbox") return !("checked" in e.attribs);
  return type === "file" ? filesOf(e).length === 0 : heldBy(e) === "";
}

function numberProblem({ attribs }: Element, value: number): string | null {
  const [min, max] = [attribs.min, attribs.max].map((v) => (v ? Number(v) : Number.NaN));
  if (value < (min ?? Number.NaN)) return `below ${min}`;
  if (value > (max ?? Number.NaN)) return `above ${max}`;
  const step = attribs.step === "any" ? 0 : Number(attribs.step || 1);
  const steps = step ? (value - (Number.isNaN(min) ? 0 : (min ?? 0))) / step : 0;
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? `not in steps of ${step}` : null;
}

function formatProblem(e: Element, value: string): string | null {
  const { attribs } = e;
  const type = typeOf(e);
  if (type === "number") return numberProblem(e, Number(value));
  if (type === "email" && !EMAIL.test(value)) return "no mail address";
  if (type === "url" && !URL.canParse(value)) return "no address";
  if (DATED.includes(type) && attribs.min && value < attribs.min) return `before ${attribs.min}`;
  if (DATED.includes(type) && attribs.max && value > attribs.max) return `after ${attribs.max}`;
  if (attribs.pattern && !new RegExp(`^(?:${attribs.pattern})$`, "v").test(value))
    return `not of the form ${attribs.pattern}`;
  if (isTyped(e) && value.length < Number(attribs.minlength ?? 0)) return "too short";
  return null;
}

/** Why a browser does not send this control; null when it does. */
export function problemOf(e: Element): string | null {
  if (isBarred(e)) return null;
  if (isMissing(e)) return "empty, but required";
  if (isTickable(e) || e.name === "select" || typeOf(e) === "file") return null;
  const value = heldBy(e);
  return value === "" ? null : formatProblem(e, value);
}

/** The first control for which a browser holds the form back, and why. */
export function refusalOf(form: Element, submitter: Element | null): string | null {
  if ("novalidate" in form.attribs || (submitter && "formnovalidate" in submitter.attribs)) return null;
  for (const e of controlsOf(form)) {
    const problem = problemOf(e);
    if (problem) return `${e.attribs.name ?? e.attribs.id ?? formOf(e)?.attribs.id}: ${problem}`;
  }
  return null;
}
