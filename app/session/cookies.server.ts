/** The cookies of one request by name; values are decoded, broken ones kept as they are. */
export function readCookies(header: string | null | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    if (!cookies.has(name)) cookies.set(name, decoded(part.slice(at + 1).trim()));
  }
  return cookies;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

export interface CookieOptions {
  secure: boolean;
  /** Seconds; none: until the browser closes; 0: deleted. */
  maxAge?: number;
  path?: string;
  /** False: page script may read it. */
  httpOnly?: boolean;
}

/** One Set-Cookie value; always SameSite=Lax. */
export function cookie(name: string, value: string, options: CookieOptions): string {
  const { secure, maxAge, path = "/", httpOnly = true } = options;
  return [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${path}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    httpOnly && "HttpOnly",
    secure && "Secure",
    "SameSite=Lax",
  ]
    .filter(Boolean)
    .join("; ");
}
