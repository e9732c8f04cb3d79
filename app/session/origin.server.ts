const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export interface OriginFacts {
  method: string;
  /** Host and port under which the browser reached the console. */
  host: string;
  header(name: string): string | undefined;
}

/**
 * Whether a request that may change something comes from a page of this console. The browser's own
 * word (Sec-Fetch-Site) counts first; over plain http it is not sent, then Origin or Referer must
 * name this host. A request that names nothing is refused.
 */
export function isOwnOrigin({ method, host, header }: OriginFacts): boolean {
  if (SAFE_METHODS.has(method)) return true;
  const site = header("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  const from = header("origin") ?? header("referer");
  return !!from && URL.canParse(from) && new URL(from).host === host.toLowerCase();
}
