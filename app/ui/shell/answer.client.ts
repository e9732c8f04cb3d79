/** What the server calls this build: an answer of another one needs the script and style of that one. */
const build = () => document.documentElement.dataset.build ?? "";

/** The parts of a page that differ from those of another one in the same shell. */
export interface Answer {
  /** Path and query of the page, after redirects. */
  at: string;
  ok: boolean;
  title: string;
  /** Path of the menu entry to mark, and number of its group. */
  menu: string;
  group: string;
  /** Elements of the shell that take the place of those with the same id. */
  parts: Element[];
  main: HTMLElement;
  /** Tells whether another answer has the same content, its dialogs aside. */
  sum: number;
}

/** Text of a content as the server gave it, where something was put in here. */
export const served = new WeakMap<HTMLElement, string | null>();

/** A number that two different texts do not share by chance (FNV-1a). */
function sumOf(text: string): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return sum;
}

/**
 * Style sheets that the page has and this document has not are fetched before it is shown. One that
 * stands in the content leaves with it.
 */
function styles(links: Iterable<HTMLLinkElement>): Promise<unknown> {
  const { head } = document;
  const waits = [...links].map((link) => {
    if (head.querySelector(`link[rel=stylesheet][href="${link.getAttribute("href")}"]`)) return null;
    return new Promise((done) => {
      link.onload = link.onerror = done;
      // Those of narrow screens, of a theme and of a colour stand behind it.
      head.querySelector("link[rel=stylesheet]")!.after(link);
    });
  });
  return Promise.all(waits);
}

/**
 * Asks for the parts of a page. `ahead`: nothing may change by it on the server, as it may never be seen.
 * @returns null when it is no page of this shell and build: the browser has to load it whole
 */
export async function ask(url: string, how: "content" | "ahead", signal?: AbortSignal): Promise<Answer | null> {
  const response = await fetch(url, { signal, headers: { Accept: "text/html", "X-Part": how } });
  if (response.headers.get("X-Part") !== build()) {
    // Nobody waits for the rest of a file.
    void response.body?.cancel();
    return null;
  }
  const { pathname, search } = new URL(response.url);
  const text = await response.text();
  const host = document.createElement("div");
  // Script in it does not run: the parser marks it so.
  host.innerHTML = text;
  const main = host.querySelector("main")!;
  await styles(host.querySelectorAll<HTMLLinkElement>(":scope > link"));
  const { title = "", menu = "", group = "" } = host.querySelector<HTMLElement>(":scope > *")!.dataset;
  return {
    at: pathname + search,
    ok: response.ok,
    title,
    menu,
    group,
    main,
    parts: [...host.firstElementChild!.children],
    // The key of a form differs each time that it is rendered.
    sum: sumOf(text.slice(text.indexOf("<main")).replace(/"_key" value="[^"]*"|<dialog[\s\S]*?<\/dialog>/g, "")),
  };
}
