import { z } from "zod";
import { cookie, readCookies } from "./cookies.server";

const flashMessage = z.object({
  tone: z.enum(["success", "warning", "danger", "info"]),
  text: z.string().max(500),
  /** What it is about, and where that is. */
  link: z.object({ text: z.string().max(200), href: z.string().max(500) }).optional(),
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
export function readFlash(request: Request): {
  message: FlashMessage | null;
  setCookie: string | null;
} {
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
