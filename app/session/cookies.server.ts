import { z } from "zod";

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

const flashMessage = z.object({
  tone: z.enum(["success", "warning", "danger", "info"]),
  text: z.string().max(500),
  /** What it is about, and where that is. */
  link: z.object({ text: z.string().max(200), href: z.string().max(500) }).optional(),
  /** What was done to which rows, where it can be taken back: posted to this address. */
  undo: z
    .object({
      action: z.string().max(300),
      name: z.string().max(60),
      rows: z.array(z.string().max(100)).max(200),
      key: z.string().max(60),
    })
    .optional(),
});
/** One sentence for the next page. */
export type FlashMessage = z.output<typeof flashMessage>;

const NAME = "flash";

/** Leaves a message for the next page that is shown; `headers` are those of the redirect. */
export function flash(headers: Headers, message: FlashMessage): Headers {
  const text = Buffer.from(JSON.stringify(message)).toString("base64url");
  headers.append("Set-Cookie", cookie(NAME, text, { secure: false, maxAge: 60 }));
  return headers;
}

/** The message left by the previous answer, and the Set-Cookie value that takes it away. */
export function readFlash(request: Request): { message: FlashMessage | null; setCookie: string | null } {
  const text = readCookies(request.headers.get("Cookie")).get(NAME);
  if (!text) return { message: null, setCookie: null };
  const setCookie = cookie(NAME, "", { secure: false, maxAge: 0 });
  try {
    const json = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    return { message: flashMessage.parse(json), setCookie };
  } catch {
    return { message: null, setCookie };
  }
}
