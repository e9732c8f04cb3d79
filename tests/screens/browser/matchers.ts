import { expect } from "vitest";
import { heldBy, isDisabled } from "./controls";
import { normal, textOf } from "./dom";
import type { Locator, Text } from "./index";
import { nameOf } from "./names";
import { Page } from "./page";
import { isShown } from "./visible";

interface Verdict {
  pass: boolean;
  message: () => string;
}

const where = (on: Page | Locator) => {
  const page = on instanceof Page ? on : on.owner();
  return `${on} at ${page.url()}\n${page.summary()}`;
};
const verdict = (on: Page | Locator, pass: boolean, wanted: unknown, got?: unknown): Verdict => ({
  pass,
  message: () => `wanted ${String(wanted)}${got === undefined ? "" : `, got ${JSON.stringify(got)}`}: ${where(on)}`,
});

const whole = (text: string, wanted: Text) =>
  wanted instanceof RegExp ? wanted.test(normal(text)) : normal(text) === normal(wanted);
const part = (text: string, wanted: Text) =>
  wanted instanceof RegExp ? wanted.test(normal(text)) : normal(text).includes(normal(wanted));

function compare(on: Locator, wanted: Text | Text[], by: typeof whole): Verdict {
  if (!Array.isArray(wanted)) {
    const text = textOf(on.one());
    return verdict(on, by(text, wanted), wanted, normal(text));
  }
  const texts = on.elements().map(textOf);
  const pass = texts.length === wanted.length && wanted.every((w, i) => by(texts[i] ?? "", w));
  return verdict(on, pass, wanted, texts.map(normal));
}

const state = (name: string, test: (on: Locator) => boolean) => (on: Locator) => verdict(on, test(on), name);

/** Playwright's assertions. They wait for nothing: a page without script does not change by itself. */
export const matchers = {
  toBeVisible: state("visible", (on) => on.elements().length > 0 && isShown(on.one())),
  toBeHidden: state("hidden", (on) => on.elements().length === 0 || !isShown(on.one())),
  toBeChecked: state("checked", (on) => "checked" in on.control().attribs),
  toBeDisabled: state("disabled", (on) => isDisabled(on.one())),
  toBeFocused: state("focused", (on) => on.owner().focused === on.one()),
  toHaveText: (on: Locator, wanted: Text | Text[]) => compare(on, wanted, whole),
  toContainText: (on: Locator, wanted: Text | Text[]) => compare(on, wanted, part),
  toHaveCount: (on: Locator, wanted: number) =>
    verdict(on, on.elements().length === wanted, wanted, on.elements().length),
  toHaveValue(on: Locator, wanted: Text) {
    const value = heldBy(on.control());
    const pass = wanted instanceof RegExp ? wanted.test(value) : value === wanted;
    return verdict(on, pass, wanted, value);
  },
  toHaveAttribute(on: Locator, name: string, wanted?: Text) {
    const value = on.one().attribs[name];
    if (value === undefined || wanted === undefined)
      return verdict(on, value !== undefined && wanted === undefined, `${name}=${wanted}`, value);
    const pass = wanted instanceof RegExp ? wanted.test(value) : value === wanted;
    return verdict(on, pass, `${name}=${wanted}`, value);
  },
  toHaveAccessibleName(on: Locator, wanted: Text) {
    const name = nameOf(on.one());
    return verdict(on, whole(name, wanted), wanted, name);
  },
  toHaveURL(page: Page, wanted: Text) {
    const url = page.url();
    const pass = wanted instanceof RegExp ? wanted.test(url) : new URL(wanted, url).href === url;
    return verdict(page, pass, wanted, url);
  },
  /** Tries again for some seconds: what somebody else changed is seen when the console asks anew. */
  async toPass(attempt: () => Promise<void>) {
    for (const until = Date.now() + 10_000; ; ) {
      const failure = await attempt().then(
        () => null,
        (error: Error) => error,
      );
      const over = Date.now() > until;
      if (!failure || over) return { pass: !failure, message: () => String(failure?.message) };
      await new Promise((done) => setTimeout(done, 100));
    }
  },
  async toHaveTitle(page: Page, wanted: Text) {
    const title = await page.title();
    return verdict(page, whole(title, wanted), wanted, title);
  },
};

type Asserted<F> = F extends (on: never, ...wanted: infer W) => unknown ? (...wanted: W) => Promise<void> : never;
type Assertions = { [K in keyof typeof matchers]: Asserted<(typeof matchers)[K]> };

declare module "vitest" {
  interface Matchers<T> extends Assertions {}
}

expect.extend(matchers);
