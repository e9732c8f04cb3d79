const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export interface OriginFacts {
  method: string;
  /** Host and port under which the browser reached the console. */
  host: string;
  header(name: string): string | undefined;
}

const names = (address: string, host: string) => URL.canParse(address) && new URL(address).host === host.toLowerCase();

/**
 * Whether a request that may change something comes from a page of this console. An Origin must name
 * this host, whatever else is said. Then the browser's own word (Sec-Fetch-Site) counts; over plain http
 * it is not sent, then Origin or Referer must name this host. A request that names nothing is refused.
 */
export function isOwnOrigin({ method, host, header }: OriginFacts): boolean {
  if (SAFE_METHODS.has(method)) return true;
  const origin = header("origin");
  if (origin !== undefined && !names(origin, host)) return false;
  const site = header("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  return names(origin ?? header("referer") ?? "", host);
}
