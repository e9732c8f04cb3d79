/** Value of a cookie of the request, as sent. */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get("Cookie");
  if (!header) return undefined;
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * `Set-Cookie` value of a shell cookie: whole site, lax, for `days`. `hidden` keeps it from scripts;
 * the value must be plain token characters.
 */
export function writeCookie(
  name: string,
  value: string,
  { days, hidden }: { days: number; hidden?: boolean },
): string {
  const age = `Max-Age=${days * 86_400}`;
  return `${name}=${value}; Path=/; ${age}; SameSite=Lax${hidden ? "; HttpOnly" : ""}`;
}
