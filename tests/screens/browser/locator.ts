import {
  choose,
  heldBy,
  isDisabled,
  isTickable,
  optionsOf,
  optionValue,
  setChecked,
  setFiles,
  setValue,
  type UploadFile,
} from "./controls";
import { closest, type Element, normal, textOf } from "./dom";
import { entriesOf } from "./form-data";
import { Locators, matches, type Text } from "./locators";
import { controlOf } from "./names";
import type { Page } from "./page";
import { click, pressEnter } from "./press";
import { innerText } from "./text";
import { isShown } from "./visible";

type Choice = string | { label: string } | { index: number };
export interface Filter {
  has?: Locator;
  hasText?: Text;
  hasNotText?: Text;
}

/** Something on a page, looked for each time it is asked. The words are those of Playwright's locator. */
export class Locator extends Locators {
  constructor(
    private readonly page: Page,
    protected override readonly said: string,
    private readonly find: () => Element[],
  ) {
    super();
  }

  protected override roots = () => this.find();
  protected override make = (said: string, find: () => Element[]) => new Locator(this.page, said, find);
  override toString = () => this.said;
  elements = () => this.find();
  owner = () => this.page;

  /** The one element that is meant; more or fewer are a mistake of the test or of the page. */
  one(): Element {
    const found = this.find();
    const [first] = found;
    if (found.length === 1 && first) return first;
    throw new Error(`${found.length} × ${this.said} at ${this.page.url()}\n${this.page.summary()}`);
  }

  private narrowed = (said: string, pick: (all: Element[]) => Element[]) =>
    new Locator(this.page, `${this.said} ${said}`, () => pick(this.find()));

  first = () => this.narrowed("first", (all) => all.slice(0, 1));
  last = () => this.narrowed("last", (all) => all.slice(-1));
  nth = (n: number) => this.narrowed(`nth ${n}`, (all) => all.slice(n, n + 1));
  or = (other: Locator) =>
    this.narrowed(`or ${other}`, (all) => {
      const either = new Set([...all, ...other.find()]);
      return this.page.inOrder(either);
    });

  filter = ({ has, hasText, hasNotText }: Filter) =>
    this.narrowed(`with ${has ?? hasText ?? hasNotText}`, (all) => {
      const inside = has?.find() ?? [];
      return all.filter(
        (e) =>
          (!has || inside.some((i) => i !== e && closest(i, (at) => at === e))) &&
          (hasText === undefined || matches(textOf(e), hasText)) &&
          (hasNotText === undefined || !matches(textOf(e), hasNotText)),
      );
    });

  count = async () => this.find().length;
  all = async () => this.find().map((_, n) => this.nth(n));
  textContent = async () => textOf(this.one());
  innerText = async () => innerText(this.one());
  allInnerTexts = async () => this.find().map(innerText);
  allTextContents = async () => this.find().map(textOf);
  inputValue = async () => heldBy(this.control());
  getAttribute = async (name: string) => this.one().attribs[name] ?? null;
  /** An attribute of every element that is found. */
  attributes = async (name: string) => this.find().map((e) => e.attribs[name] ?? "");
  isVisible = async () => this.find().some(isShown);
  isChecked = async () => "checked" in this.control().attribs;
  isDisabled = async () => isDisabled(this.control());

  /** What the form would send now, files left out. */
  async entries(): Promise<Record<string, string>> {
    const all = entriesOf(this.one(), null);
    return Object.fromEntries(all.filter((e): e is [string, string] => typeof e[1] === "string"));
  }

  /** As in a page that was changed by hand: a rule of the form is taken away. */
  async removeAttribute(name: string): Promise<void> {
    delete this.one().attribs[name];
  }

  /** The control itself, or the one of the label that is found. */
  control(): Element {
    const e = this.one();
    return (e.name === "label" && controlOf(e)) || e;
  }

  private usable(): Element {
    const e = this.control();
    if (!isShown(e)) throw new Error(`not shown: ${this.said} at ${this.page.url()}`);
    if (isDisabled(e)) throw new Error(`disabled: ${this.said} at ${this.page.url()}`);
    this.page.focused = e;
    this.page.context().witness?.used(e);
    return e;
  }

  async click(): Promise<void> {
    const e = this.one();
    if (!isShown(e)) throw new Error(`not shown: ${this.said} at ${this.page.url()}`);
    if (isDisabled(e)) throw new Error(`disabled: ${this.said} at ${this.page.url()}`);
    await click(this.page, e);
  }

  async fill(text: string): Promise<void> {
    const e = this.usable();
    if ("readonly" in e.attribs) throw new Error(`read-only: ${this.said}`);
    setValue(e, text);
  }

  async press(key: "Enter"): Promise<void> {
    if (key !== "Enter") throw new Error(`${key} does nothing here`);
    await pressEnter(this.page, this.usable());
  }

  check = () => this.setChecked(true);
  uncheck = () => this.setChecked(false);
  async setChecked(on: boolean): Promise<void> {
    const e = this.usable();
    if (!isTickable(e)) throw new Error(`no box: ${this.said}`);
    setChecked(e, on);
  }

  async selectOption(choice: Choice): Promise<void> {
    const list = this.usable();
    const all = optionsOf(list);
    const isMeant = (option: Element, n: number) => {
      const label = normal(option.attribs.label ?? textOf(option));
      if (typeof choice === "string") return optionValue(option) === choice || label === choice;
      return "index" in choice ? n === choice.index : label === choice.label;
    };
    const option = all.find(isMeant);
    if (!option || isDisabled(option))
      throw new Error(`no option ${JSON.stringify(choice)} of ${all.map(textOf).join(", ")}`);
    choose(list, [option]);
    this.page.context().witness?.used(option);
  }

  async setInputFiles(chosen: UploadFile | UploadFile[]): Promise<void> {
    setFiles(this.usable(), [chosen].flat());
  }
}
