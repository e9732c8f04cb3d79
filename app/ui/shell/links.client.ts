/** Addresses that are no page of a shell, or do something when they are asked for. */
const OUTSIDE =
  /^(\/mobile)?\/(api|build|export|(down|up)load|myiframe|help|lock|log(out|in)|wxoauth|oaoauth|feishu\w*)(\/|$)/;

/** Pages of one origin have two shells: that below `/mobile` and that of the others. */
const shellOf = ({ origin, pathname }: URL | Location) => origin + /^\/mobile(\/|$)/.test(pathname);

/** Where a link or form inside the shell leads; null: the browser follows it by itself. */
function pageAt(el: Element, href: string, target: string | null): URL | null {
  if ((target && target !== "_self") || el.closest("[data-native]")) return null;
  const url = new URL(href, location.href);
  const crosses = shellOf(url) !== shellOf(location);
  return crosses || OUTSIDE.test(url.pathname) ? null : url;
}

/** The page that this link opens in this shell. */
export function pageOfLink(link: HTMLAnchorElement): URL | null {
  if (!link.hasAttribute("href") || link.hasAttribute("download")) return null;
  const url = pageAt(link, link.href, link.target);
  return url?.hash ? null : url;
}

/** The page that this search opens in this shell: what the browser would ask for. */
export function pageOfForm(form: HTMLFormElement, submitter: HTMLElement | null): URL | null {
  const own = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  if ((own("method") ?? "get").toLowerCase() !== "get") return null;
  const url = pageAt(form, own("action") ?? location.href, own("target"));
  if (!url) return null;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === "string") fields.append(name, value);
  url.search = String(fields);
  url.hash = "";
  return url;
}
