import type { BrowserContext } from "./context";
import { byId, type Document, type Element, elements, normal, parseHtml, select, textOf } from "./dom";
import type { Submission } from "./form-data";
import type { Answer, Sent } from "./http";
import { Locator } from "./locator";
import { Locators } from "./locators";
import { violations } from "./policy";
import { innerText } from "./text";

/** A file that came instead of a page. */
export class Download {
  constructor(private readonly answer: Answer) {}
  bytes = () => this.answer.body();
  suggestedFilename(): string {
    const said = this.answer.headers()["content-disposition"] ?? "";
    const encoded = /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1];
    return encoded ? decodeURIComponent(encoded) : (/filename="?([^";]+)/.exec(said)?.[1] ?? "");
  }
}

interface Events {
  download: Download;
  popup: Page;
}

const EMPTY = parseHtml("");
const HEADERS = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "Accept-Language": "zh-CN",
  "Sec-Fetch-Dest": "document",
  "Sec-Fetch-Mode": "navigate",
  "Sec-Fetch-User": "?1",
  "Upgrade-Insecure-Requests": "1",
};

const withoutHash = (url: string) => url.replace(/#.*$/, "");

/** One page of a browser without script. Asks as Playwright's does; it waits for nothing, as nothing moves. */
export class Page extends Locators {
  document: Document = EMPTY;
  focused: Element | null = null;
  /** The answer that this page shows; another one after each navigation. */
  answer: Answer | null = null;
  private address = "about:blank";
  private history: string[] = [];
  private at = -1;
  private readonly waiting: { [K in keyof Events]: ((event: Events[K]) => void)[] } = { download: [], popup: [] };

  constructor(private readonly browser: BrowserContext) {
    super();
  }

  protected override readonly said = "page";
  protected override roots = () => [this.document];
  protected override make = (said: string, find: () => Element[]) => new Locator(this, said, find);

  context = () => this.browser;
  /** Elements in document order. */
  inOrder = (some: Set<Element>) => elements(this.document).filter((e) => some.has(e));
  /** What the page says, shortened: for the message of a failed test. */
  summary(): string {
    const [main] = select("main", this.document);
    const flash = select("[data-flash], [role=alert]", this.document).map(innerText);
    const text = normal(main ? innerText(main) : textOf(this.document));
    return [...flash.map((said) => `! ${said}`), text.slice(0, 600)].join("\n");
  }
  get request() {
    return this.browser.request;
  }
  url = () => this.address;
  title = async () =>
    normal(
      select("head > title", this.document)
        .map((e) => e.children.map(textOf).join(""))
        .join(),
    );
  /** The page as it was served. */
  content = async () => this.answer?.text() ?? "";

  goto = (path: string, { referer }: { referer?: string } = {}) =>
    this.open(new URL(path, this.browser.origin).href, { referer, site: "none" });
  reload = () => this.visit(this.address, { method: "GET", headers: { "Sec-Fetch-Site": "none" } });

  async goBack(): Promise<Answer | null> {
    const url = this.history[this.at - 1];
    if (!url) return null;
    this.at -= 1;
    return this.visit(url, { method: "GET", headers: { "Sec-Fetch-Site": "none" } });
  }

  /** Follows a link: another part of the same page costs no request. */
  async follow(href: string): Promise<void> {
    const url = new URL(href, this.address).href;
    if (url.includes("#") && withoutHash(url) === withoutHash(this.address)) {
      this.remember(url);
      this.focusTarget();
    } else await this.open(url, { referer: this.address, site: "same-origin" });
  }

  /** Sends a form. */
  submit({ method, url, body, contentType }: Submission): Promise<Answer> {
    const headers: Record<string, string> = { Referer: withoutHash(this.address), "Sec-Fetch-Site": "same-origin" };
    if (method === "POST") headers.Origin = this.browser.origin;
    if (contentType) headers["Content-Type"] = contentType;
    return this.visit(url, { method, headers, body }, true);
  }

  /** Resolves with the next file that comes, or the next page that opens beside this one. */
  waitForEvent<K extends keyof Events>(name: K): Promise<Events[K]> {
    return new Promise((done) => this.waiting[name].push(done));
  }

  /** Opens a link that wants a page of its own. */
  async openBeside(href: string): Promise<void> {
    const url = new URL(href, this.address).href;
    const page = await this.browser.newPage();
    await page.open(url, { referer: this.address, site: "same-origin" });
    for (const heard of this.waiting.popup.splice(0)) heard(page);
  }

  private open(url: string, { referer, site }: { referer?: string; site: string }) {
    const headers: Record<string, string> = { "Sec-Fetch-Site": site };
    if (referer && new URL(referer).origin === new URL(url).origin) headers.Referer = withoutHash(referer);
    return this.visit(url, { method: "GET", headers }, true);
  }

  private async visit(url: string, sent: Sent, isNew = false): Promise<Answer> {
    const headers = { ...HEADERS, ...sent.headers };
    const answer = await this.browser.fetch(url, { ...sent, headers });
    if (/^attachment/.test(answer.headers()["content-disposition"] ?? "")) {
      for (const heard of this.waiting.download.splice(0)) heard(new Download(answer));
      return answer;
    }
    this.answer = answer;
    if (isNew) this.remember(answer.url());
    else this.address = answer.url();
    this.show(answer);
    this.browser.witness?.shown(this, url);
    const [, onward] = /^0;\s*url=(.+)$/i.exec(answer.headers().refresh ?? "") ?? [];
    return onward ? this.visit(new URL(onward, answer.url()).href, { method: "GET" }) : answer;
  }

  private remember(url: string) {
    this.address = url;
    this.at += 1;
    this.history = [...this.history.slice(0, this.at), url];
  }

  private show(answer: Answer) {
    const isPage = answer.headers()["content-type"]?.includes("html");
    this.document = isPage ? parseHtml(answer.text()) : EMPTY;
    const { origin, pathname } = new URL(answer.url());
    if (isPage && origin === this.browser.origin && !pathname.startsWith("/api/"))
      for (const found of violations(answer, this.document)) this.browser.problems.push(`${answer.url()}: ${found}`);
    this.focused = null;
    for (const e of elements(this.document)) if ("autofocus" in e.attribs) this.focused ??= e;
    this.focusTarget();
  }

  private focusTarget() {
    const id = decodeURIComponent(new URL(this.address).hash.slice(1));
    this.focused = (id && byId(this.document, id)) || this.focused;
  }
}
