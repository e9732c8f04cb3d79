/**
 * The address that /myiframe shows: the encoded address itself, or its base64url form.
 * @returns null when it is no http(s) address
 */
export function frameAddress(routerPath: string): URL | null {
  const plain = decoded(routerPath);
  // Proxies merge slashes: http:/host has to become http://host again.
  const text = /^https?:/i.test(plain)
    ? plain.replace(/^(https?):\/+/i, "$1://")
    : Buffer.from(routerPath, "base64url").toString("utf8");
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username || url.password ? null : url;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Whether a frame may show this host: named in IFRAME_HOSTS (host, host:port, *.domain), and not
 * the console itself, whose pages a sandbox with scripts would not hold.
 */
export function isFrameable(url: URL, hosts: readonly string[], ownHost: string): boolean {
  if (url.host === ownHost.toLowerCase()) return false;
  return hosts.some((entry) => {
    const allowed = entry.toLowerCase();
    if (allowed.startsWith("*.")) return url.host.endsWith(allowed.slice(1));
    return url.host === allowed;
  });
}
