import { typedDay } from "./typed";

const NATIVE = "input:is([type=date], [type=datetime-local]):not([data-native])";
/** Where a press opens the calendar: as wide as its picture. */
const EDGE = 30;
/** Fingers have the calendar of their device. */
const FINGERS = "(pointer: coarse)";

const isTime = (input: HTMLInputElement) => input.dataset.day === "time";
const shown = (value: string) => value.replace("T", " ");
const posted = (value: string) => value.replace(" ", "T");
const ownDay = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.dataset.day !== undefined ? target : null;

/** Tells about a value that is no day, or one outside of what is asked for. */
function check(input: HTMLInputElement): void {
  const { value, min, max } = input;
  const day = typedDay(value, isTime(input), new Date().getFullYear());
  if (day) input.value = day;
  input.setCustomValidity(
    value && !day
      ? `请按 ${input.placeholder === "年-月-日 时:分" ? "2026-01-31 09:30" : "2026-01-31"} 的格式填写`
      : day && min && day < shown(min)
        ? `不能早于${shown(min)}`
        : day && max && day > shown(max)
          ? `不能晚于${shown(max)}`
          : "",
  );
}

/** Comes with the first press; a browser still takes it for the hand that asked. */
const openCalendar = (input: HTMLInputElement) =>
  import("./calendar.client").then((m) => m.openCalendar(input, isTime(input)));

function convert(input: HTMLInputElement): void {
  const time = input.type === "datetime-local";
  const { value, defaultValue } = input;
  input.type = "text";
  // Chromium never draws a control whose kind changed while its row was out of view, unless it comes anew.
  if (input !== document.activeElement) input.before(input);
  input.dataset.day = time ? "time" : "";
  input.defaultValue = shown(defaultValue);
  // What was refused because it is no day is not dropped.
  const refused = !value && !typedDay(defaultValue, time, new Date().getFullYear());
  input.value = shown(refused ? defaultValue : value);
  input.placeholder ||= time ? "年-月-日 时:分" : "年-月-日";
  input.autocomplete = "off";
  input.maxLength = 20;
}

let started = false;

function start(): void {
  started = true;
  document.addEventListener(
    "change",
    (e) => {
      const input = ownDay(e.target);
      if (input) check(input);
    },
    true,
  );
  document.addEventListener("click", (e) => {
    const input = ownDay(e.target);
    if (input && e.offsetX > input.clientWidth - EDGE) void openCalendar(input);
  });
  document.addEventListener("keydown", (e) => {
    const input = ownDay(e.target);
    if (!input || !e.altKey || e.key !== "ArrowDown") return;
    e.preventDefault();
    void openCalendar(input);
  });
  // The server reads moments as the browser's own control posts them.
  document.addEventListener("formdata", (e) => {
    for (const input of e.target.querySelectorAll<HTMLInputElement>("[data-day=time]"))
      if (input.name && !input.disabled) e.formData.set(input.name, posted(input.value));
  });
  // Rows that script adds have controls of the server.
  new MutationObserver(() => {
    for (const input of document.querySelectorAll<HTMLInputElement>(NATIVE)) convert(input);
  }).observe(document.documentElement, { childList: true, subtree: true });
}

/**
 * A day in the browser's own control is written as the browser's language writes it. It becomes a text of
 * the form 2026-01-31, typed or chosen from the browser's calendar.
 */
export function wakeDay(input: HTMLInputElement): void {
  if (matchMedia(FINGERS).matches) return;
  if (!started) start();
  if (input.matches(NATIVE)) convert(input);
}
