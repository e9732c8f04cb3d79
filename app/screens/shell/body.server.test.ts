import { createHash } from "node:crypto";
import { brotliDecompressSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { pageBody } from "./body.server";

/** Text of so many words that a page may have, the same each time and nowhere the same. */
function pageOf(words: number): string {
  const word = (n: number) => createHash("sha256").update(String(n)).digest("hex").slice(0, 7);
  return Array.from({ length: words }, (_, n) => `<td class="c"><a href="/${word(n % 900)}">${word(n)}</a></td>`).join(
    "",
  );
}

const request = new Request("http://console/", { headers: { "Accept-Encoding": "gzip, br" } });
const bodyOf = (page: string, first: boolean) => pageBody(request, new Headers(), [page], first);

/** The smallest page that a first effort leaves a little over what the first flight holds. */
function nearlyFitting(): string {
  for (let words = 1_000; ; words += 10) {
    const page = pageOf(words);
    if (bodyOf(page, true).length > 13_500) return page;
  }
}

test("a first page that is a little over the first flight fits after a second effort, which rests under load", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(-1);
  onTestFinished(() => void vi.restoreAllMocks());
  const page = nearlyFitting();
  let now = 1_000;
  clock.mockImplementation(() => now++);
  const body = bodyOf(page, true);
  expect(body.length).toBeLessThanOrEqual(13_500);
  expect(brotliDecompressSync(body).toString()).toBe(page);
  clock.mockReturnValue(now);
  expect(bodyOf(`${page} `, true).length, "the next one comes at once").toBeGreaterThan(13_500);
  clock.mockReturnValue(now + 100);
  expect(bodyOf(`${page}  `, true).length, "a later one is made small again").toBeLessThanOrEqual(13_500);
  expect(bodyOf(page, false).length, "a page that is not the first takes the quick way").toBeGreaterThan(13_500);
});

test("who does not take brotli gets the page as it is", () => {
  const headers = new Headers();
  const plain = new Request("http://console/", { headers: { "Accept-Encoding": "gzip, br;q=0" } });
  expect(Buffer.from(pageBody(plain, headers, ["<p>", Buffer.from("页")])).toString()).toBe("<p>页");
  expect(headers.has("Content-Encoding")).toBe(false);
});
