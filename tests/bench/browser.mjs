// Chromium: a new profile each time, so that nothing is cached unless the same one is kept.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright";
import { prepareBrowser } from "../../scripts/test-browser.mjs";

let program;
export const quiet = (ms) => new Promise((done) => setTimeout(done, ms));

const args = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** @param more options of the browser context, such as `javaScriptEnabled` */
export async function openBrowser(more = {}) {
  program ??= await prepareBrowser();
  const dir = mkdtempSync(path.join(os.tmpdir(), "bench-"));
  const context = await chromium.launchPersistentContext(dir, {
    executablePath: program,
    headless: true,
    args,
    chromiumSandbox: false,
    viewport: { width: 1366, height: 768 },
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    ...more,
  });
  return {
    context,
    /** A page that sends these cookies to that server. */
    async page(url, cookie = "") {
      const cookies = cookie
        .split("; ")
        .filter(Boolean)
        .map((pair) => {
          const [name, value] = pair.split(/=(.*)/);
          return { name, value, url };
        });
      if (cookies.length) await context.addCookies(cookies);
      return context.newPage();
    },
    async close() {
      await context.close();
      rmSync(dir, { recursive: true, force: true, maxRetries: 3, retryDelay: 200 });
    },
  };
}
