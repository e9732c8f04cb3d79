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

/** Bytes of a body in the first flight, for a head that says no more than any. */
const ROOM = 14_200;

/** The smallest page that a first effort leaves a little over what the first flight holds. */
function nearlyFitting(): string {
  for (let words = 1_000; ; words += 10) {
    const page = pageOf(words);
    if (bodyOf(page, true).length > ROOM) return page;
  }
}

test("a first page that is a little over the first flight fits after a second effort, which rests under load", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(-1);
  onTestFinished(() => void vi.restoreAllMocks());
  const page = nearlyFitting();
  let now = 1_000;
  clock.mockImplementation(() => now++);
  const body = bodyOf(page, true);
  expect(body.length).toBeLessThanOrEqual(ROOM);
  expect(brotliDecompressSync(body).toString()).toBe(page);
  clock.mockReturnValue(now);
  expect(bodyOf(`${page} `, true).length, "the next one comes at once").toBeGreaterThan(ROOM);
  clock.mockReturnValue(now + 100);
  expect(bodyOf(`${page}  `, true).length, "a later one is made small again").toBeLessThanOrEqual(ROOM);
  expect(bodyOf(page, false).length, "a page that is not the first takes the quick way").toBeGreaterThan(ROOM);
});

test("what the head of a page takes is no room for its body", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(-1);
  onTestFinished(() => void vi.restoreAllMocks());
  const page = `${nearlyFitting()}   `;
  const withHead = (length: number, at: number) => {
    clock.mockReturnValue(at);
    return pageBody(request, new Headers({ "Set-Cookie": "x".repeat(length) }), [page], true).length;
  };
  expect(withHead(2_000, 1_000_000), "no effort would help").toBeGreaterThan(ROOM);
  expect(withHead(10, 2_000_000)).toBeLessThanOrEqual(ROOM);
});

test("who does not take brotli gets the page as it is", () => {
  const headers = new Headers();
  const plain = new Request("http://console/", { headers: { "Accept-Encoding": "gzip, br;q=0" } });
  expect(Buffer.from(pageBody(plain, headers, ["<p>", Buffer.from("页")])).toString()).toBe("<p>页");
  expect(headers.has("Content-Encoding")).toBe(false);
});
