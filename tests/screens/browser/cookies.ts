export interface Cookie {
  name: string;
  value: string;
  path?: string;
  /** Seconds since 1970; -1: until the browser is closed. */
  expires?: number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: string;
}

function read(line: string): Cookie {
  const [pair = "", ...attributes] = line.split(/;\s*/);
  const at = pair.indexOf("=");
  const said = new Map(
    attributes.map((text) => {
      const [name = "", value = ""] = text.split("=");
      return [name.toLowerCase(), value];
    }),
  );
  const age = said.get("max-age");
  const date = said.get("expires");
  const until = age ? Date.now() / 1000 + Number(age) : date ? Date.parse(date) / 1000 : -1;
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    path: said.get("path") || "/",
    expires: until,
    httpOnly: said.has("httponly"),
    secure: said.has("secure"),
    sameSite: said.get("samesite"),
  };
}

const isOver = ({ expires = -1 }: Cookie) => expires !== -1 && expires <= Date.now() / 1000;

/** Cookies of one host: the whole product stands on one. */
export class CookieJar {
  private readonly kept = new Map<string, Cookie>();

  all = (): Cookie[] => [...this.kept.values()].filter((cookie) => !isOver(cookie));

  add(cookies: Cookie[]): void {
    for (const cookie of cookies)
      if (isOver(cookie)) this.kept.delete(cookie.name);
      else this.kept.set(cookie.name, { path: "/", ...cookie });
  }

  /** Takes what a server says in Set-Cookie. */
  take = (lines: string[]) => this.add(lines.map(read));

  clear(name?: string): void {
    if (name) this.kept.delete(name);
    else this.kept.clear();
  }

  /** The Cookie header for an address. */
  header(url: string): string {
    const { pathname } = new URL(url);
    return this.all()
      .filter(({ path = "/" }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, "/")))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }
}
