export type Params = Record<string, string | number | null | undefined>;

/**
 * The same URL (path and query) with some parameters changed; null, undefined and "" remove one.
 * List states are links, so every control of a list is built with this.
 */
export function withParams(url: string, patch: Params): string {
  const [path = "", query = ""] = url.split("?", 2);
  const params = new URLSearchParams(query);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined || value === "") params.delete(key);
    else params.set(key, String(value));
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

/** The parameters of a URL as name/value pairs, without those named: hidden inputs of a GET form. */
export function paramsOf(url: string, except: readonly string[] = []): [string, string][] {
  return [...new URLSearchParams(url.split("?", 2)[1] ?? "")].filter(([k]) => !except.includes(k));
}
