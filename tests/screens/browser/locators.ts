import { type AnyNode, type Element, elements, isTag, normal, select, textOf } from "./dom";
import type { Filter, Locator } from "./locator";
import { labelTexts, nameOf } from "./names";
import { levelOf, roleOf } from "./roles";
import { isHeard } from "./visible";

export type Text = string | RegExp;
interface Exact {
  exact?: boolean;
}
interface RoleOptions extends Exact {
  name?: Text;
  checked?: boolean;
  level?: number;
}

/** Playwright's matching of texts: a part in any case, or the whole when it must be exact. */
export function matches(text: string, wanted: Text, exact = false): boolean {
  const said = normal(text);
  if (wanted instanceof RegExp) return wanted.test(said);
  const part = normal(wanted);
  return exact ? said === part : said.toLowerCase().includes(part.toLowerCase());
}

const UNREAD = ["script", "style", "noscript", "head", "title"];

/** The innermost elements that hold a text. */
function holds(e: Element, wanted: Text, exact: boolean): boolean {
  if (UNREAD.includes(e.name)) return false;
  const value = e.name === "input" && ["submit", "button"].includes(e.attribs.type ?? "");
  if (value) return matches(e.attribs.value ?? "", wanted, exact);
  if (!matches(textOf(e), wanted, exact)) return false;
  return !e.children.some((c) => isTag(c) && matches(textOf(c), wanted, exact) && !UNREAD.includes(c.name));
}

/** Ways to find something, on a page or within something that was found. */
export abstract class Locators {
  protected abstract readonly said: string;
  protected abstract roots(): AnyNode[];
  protected abstract make(said: string, find: () => Element[]): Locator;

  private below(said: string, find: (root: AnyNode) => Iterable<Element>): Locator {
    const all = () => [...new Set(this.roots().flatMap((root) => [...find(root)]))];
    return this.make(`${this.said} › ${said}`, all);
  }
  private where = (said: string, test: (e: Element) => boolean) =>
    this.below(said, (root) => elements(root).filter(test));

  locator(css: string, filter?: Filter): Locator {
    const found = this.below(css, (root) => select(css, root));
    return filter ? found.filter(filter) : found;
  }

  getByRole(role: string, { name, exact, checked, level }: RoleOptions = {}): Locator {
    const wanted = [name && `“${name}”`, checked && "checked"].filter(Boolean).join(" ");
    return this.where(`${role} ${wanted}`, (e) => {
      if (roleOf(e) !== role) return false;
      if (level && levelOf(e) !== level) return false;
      if (checked !== undefined && "checked" in e.attribs !== checked) return false;
      return isHeard(e) && (name === undefined || matches(nameOf(e), name, exact));
    });
  }

  getByLabel = (text: Text, { exact }: Exact = {}) =>
    this.where(`label “${text}”`, (e) => labelTexts(e).some((said) => matches(said, text, exact)));

  getByText = (text: Text, { exact = false }: Exact = {}) => this.where(`text “${text}”`, (e) => holds(e, text, exact));

  getByPlaceholder = (text: Text, { exact }: Exact = {}) =>
    this.where(`placeholder “${text}”`, (e) => matches(e.attribs.placeholder ?? "", text, exact));
}
