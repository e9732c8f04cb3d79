import { type Cookie, CookieJar } from "./cookies";
import type { Element } from "./dom";
import { type Answer, type Sent, send } from "./http";
import { Page } from "./page";

export interface State {
  cookies: Cookie[];
}
interface Asked {
  headers?: Record<string, string>;
  form?: Record<string, string>;
  /** 0: a redirect is the answer. */
  maxRedirects?: number;
}

const FOLLOW = 20;

/** The next request after a redirect: what was posted is looked at with GET from then on. */
const redirected = (sent: Sent, status: number): Sent => {
  if (status === 307 || status === 308 || sent.method === "GET") return sent;
  const { "Content-Type": _, ...headers } = sent.headers ?? {};
  return { method: "GET", headers };
};

/** Told of everything that is pressed, filled and shown. */
export interface Witness {
  used(e: Element): void;
  /** A page came, after redirects from the address that was asked for. */
  shown(page: Page, asked: string): void;
}

/** One browser without script: its cookies, its cache, its pages. */
export class BrowserContext {
  witness: Witness | null = null;
  readonly pages: Page[] = [];
  private readonly jar = new CookieJar();
  private readonly cache = new Map<string, Answer>();

  constructor(
    readonly origin: string,
    state: State = { cookies: [] },
    /** What no page of the product may do. */
    readonly problems: string[] = [],
  ) {
    this.jar.add(state.cookies);
  }

  cookies = async (): Promise<Cookie[]> => this.jar.all();
  addCookies = async (cookies: Cookie[]) => this.jar.add(cookies);
  clearCookies = async ({ name }: { name?: string } = {}) => this.jar.clear(name);
  storageState = async (): Promise<State> => ({ cookies: this.jar.all() });

  async newPage(): Promise<Page> {
    const page = new Page(this);
    this.pages.push(page);
    return page;
  }

  /** Requests with the cookies of this browser, as a script or another program would send them. */
  readonly request = {
    get: (path: string, asked: Asked = {}) => this.plain("GET", path, asked),
    post: (path: string, asked: Asked = {}) => this.plain("POST", path, asked),
  };

  private plain(method: string, path: string, { headers, form, maxRedirects = FOLLOW }: Asked) {
    const type = form && { "Content-Type": "application/x-www-form-urlencoded" };
    const body = form && Buffer.from(new URLSearchParams(form).toString());
    const sent = { method, body, headers: { Accept: "*/*", ...type, ...headers } };
    return this.fetch(new URL(path, this.origin).href, sent, maxRedirects);
  }

  /** Sends a request, keeps cookies, follows redirects. */
  async fetch(url: string, sent: Sent, follow = FOLLOW): Promise<Answer> {
    const answer = await this.once(url, sent);
    const { location } = answer.headers();
    if (answer.status() < 300 || answer.status() > 399 || !location || follow === 0) return answer;
    const next = new URL(location, url);
    // What stands after # is the browser's own and stays when the server names none.
    next.hash ||= new URL(url).hash;
    return this.fetch(next.href, redirected(sent, answer.status()), follow - 1);
  }

  /** One request. An answer that may be used again is, when the server says that it still holds. */
  private async once(url: string, sent: Sent): Promise<Answer> {
    const known = sent.method === "GET" ? this.cache.get(url) : undefined;
    const etag = known?.headers().etag;
    const cookie = this.jar.header(url);
    const headers = { ...sent.headers, ...(cookie && { Cookie: cookie }), ...(etag && { "If-None-Match": etag }) };
    const answer = await send(url, { ...sent, headers });
    this.jar.take(answer.cookies());
    if (answer.status() === 304 && known) return known;
    if (sent.method === "GET" && answer.ok() && answer.headers().etag) this.cache.set(url, answer);
    return answer;
  }
}
