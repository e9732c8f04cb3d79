import { createHash } from "node:crypto";

/** CSP source of one inline style. */
const hashOf = (css: string): string => `'sha256-${createHash("sha256").update(css).digest("base64")}'`;

export interface PagePolicy {
  /** The page's inline styles; an empty one is none. */
  inlineCss: string[];
  /** Address of the style sheet that the page links to; null: none. */
  stylesheet: string | null;
  /** Hosts that the page may show in a frame. */
  frames?: string[];
  /** Nothing would take the page off the screen when Back brings it after signing out. */
  unguarded: boolean;
}

/** Headers that every HTML answer carries. The rest of the security headers come from server.ts. */
export function setPageHeaders(headers: Headers, policy: PagePolicy): void {
  const { inlineCss, stylesheet, frames, unguarded } = policy;
  headers.set("Content-Type", "text/html; charset=utf-8");
  // Without no-store the back/forward cache may keep the page: script (app/ui/shell/back.client.ts) or, by
  // https, Clear-Site-Data see to it that it is not shown to somebody else.
  if (!headers.has("Cache-Control"))
    headers.set("Cache-Control", unguarded ? "private, no-store" : "private, no-cache");
  if (stylesheet) headers.set("Link", `<${stylesheet}>; rel=preload; as=style`);
  const styles = ["'self'", ...inlineCss.filter(Boolean).map(hashOf)];
  headers.set(
    "Content-Security-Policy",
    [
      "default-src 'self'",
      `style-src ${styles.join(" ")}`,
      "img-src 'self' data: blob:",
      `frame-src ${frames?.length ? frames.join(" ") : "'none'"}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ].join("; "),
  );
}
