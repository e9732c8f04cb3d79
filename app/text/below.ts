/** Where the pages of the console stand in the shell of a phone: `/mobile{path}`. */
export const MOBILE = "/mobile";

/** Addresses that are the same for both shells: files, the doors of a session and of the other shell, the terminal. */
const SHARED =
  /^\/(api|build|export|download|upload|help|lock|logout|login|wxoauth|oaoauth|feishu\w*|authredirect|session|desktop|terminal|[\w-]+\.(svg|ico|txt))(\/|$)/;

/** Whether a path is one of the mobile shell. */
export const isBelow = (path: string): boolean => path === MOBILE || path.startsWith(`${MOBILE}/`);

/** The same page in the mobile shell; an address that both shells share, or of another site, as it is. */
export function below(address: string): string {
  const [path = ""] = address.split(/[?#]/);
  if (!/^\/(?![/\\])/.test(path) || isBelow(path) || SHARED.test(path)) return address;
  return path === "/" ? MOBILE + address.slice(1) : MOBILE + address;
}

/** What a path below `/mobile` is called without it; the path itself where it stands there alone. */
export const above = (path: string): string => (path.startsWith(`${MOBILE}/`) ? path.slice(MOBILE.length) : path);

/** A page's links and forms, all of them below `/mobile`. Text cannot be taken for one: it holds no `"`. */
export const linksBelow = (html: string): string =>
  html.replace(
    / (href|action|formaction)="(\/[^"]*)"/gi,
    (_all, name: string, to: string) => ` ${name}="${below(to)}"`,
  );
