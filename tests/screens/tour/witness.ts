import type { Page, Witness } from "../browser";
import { closest, documentOf, type Element, elements, isText, select } from "../browser/dom";
import { labelTexts, nameOf } from "../browser/names";
import { innerText } from "../browser/text";
import { isShown } from "../browser/visible";
import { driverOf } from "../driver";
import { type Step, wordsSeen } from "./steps";

type Shown = Page["document"];

/** What stands around a control and says of what it is: the heading of its section, the name of its dialog. */
function around(e: Element): string[] {
  const section = closest(e, (at) => at !== e && ["section", "dialog", "fieldset"].includes(at.name));
  if (!section) return [];
  return [nameOf(section), ...select("h2, h3", section).slice(0, 1).map(innerText)];
}

const textsIn = (some: readonly Element[]) => some.flatMap((e) => e.children.filter(isText).map(({ data }) => data));

/** Every way in which a control is named; the choices of a list are none of it. */
function namesOf(e: Element): string[] {
  const inside = e.name === "select" ? [] : textsIn([e, ...elements(e)]);
  return [nameOf(e), ...labelTexts(e), ...inside, ...around(e)];
}

/** What a page says to whoever looks at it or hears it, each piece apart from the next. */
function saidBy(document: Shown): string[] {
  const shown = elements(document).filter(isShown);
  const names = shown.flatMap(({ attribs }) => [attribs["aria-label"], attribs.title, attribs.placeholder]);
  return [...textsIn(shown), ...names.filter((name) => name !== undefined)];
}

/** Looks on while a step is played, and holds against each other what it says and what was done. */
export class Onlooker {
  private readonly used = new Set<string>();
  private readonly pages = new Set<Shown>();
  private readonly visited = new Set<string>();
  private readonly busy = new Set<string>();
  private readonly ever = new Set<string>();

  /** What one person's browser tells. */
  of(person: string): Witness {
    return {
      used: (e) => {
        this.busy.add(person);
        this.pages.add(documentOf(e));
        for (const name of namesOf(e)) for (const word of wordsSeen(name)) this.used.add(word);
      },
      shown: (page, asked) => {
        this.busy.add(person);
        for (const url of [asked, page.url()]) this.visited.add(new URL(url).pathname);
        this.pages.add(page.document);
      },
    };
  }

  /** What a step says and its play did not do, or the other way round; forgets the step. */
  differences({ pressed, words, people, addresses }: Step): string[] {
    const said = [...this.pages].flatMap(saidBy);
    const seen = new Set([...this.used, ...said.flatMap(wordsSeen)]);
    const whole = said.join("\n");
    const found = [
      ...pressed.filter((word) => !this.used.has(word)).map((word) => `${word} was not pressed`),
      ...words
        .filter((word) => !seen.has(word) && !(/^[A-Z0-9-]+$/.test(word) && whole.includes(word)))
        .map((word) => `${word} was not there`),
      ...people.filter((person) => !this.busy.has(person)).map((person) => `${person} did nothing`),
      ...[...this.busy].filter((person) => !people.includes(person)).map((person) => `${person} is not named`),
      ...addresses.filter((path) => !this.visited.has(path)).map((path) => `nobody was at ${path}`),
    ];
    for (const word of seen) this.ever.add(word);
    for (const kept of [this.used, this.pages, this.visited, this.busy]) kept.clear();
    return found;
  }

  /** Words that no step has met. */
  never = (words: readonly string[]): string[] => words.filter((word) => !this.ever.has(word));
}

/** A driver whose browsers tell an onlooker of everything. */
export const watched = (onlooker: Onlooker, browserOf: (person: string) => Promise<Page>) =>
  driverOf(async (person) => {
    const page = await browserOf(person);
    page.context().witness = onlooker.of(person);
    return page;
  });
