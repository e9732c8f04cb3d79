import { brotliCompressSync, constants } from "node:zlib";

const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i;

/**
 * A page as it travels: brotli in one piece where the browser takes it (server.ts compresses for
 * the others). Level 5 gives a tenth less than the 4 of Express for a tenth more time; from 7 on a
 * page costs twice as much. A window of 256 KB holds any page and is cheaper to set up than 4 MB. It is done
 * at once: less than a millisecond, a third of which a way through the thread pool would add.
 */
export function pageBody(
  request: Request,
  headers: Headers,
  html: string,
  quality = 5,
): string | Uint8Array<ArrayBuffer> {
  if (!TAKES_BROTLI.test(request.headers.get("Accept-Encoding") ?? "")) return html;
  const bytes = Buffer.from(html);
  const body = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  headers.set("Content-Encoding", "br");
  headers.set("Content-Length", String(body.length));
  headers.append("Vary", "Accept-Encoding");
  return body as Uint8Array<ArrayBuffer>;
}
