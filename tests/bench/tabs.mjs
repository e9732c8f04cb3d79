// Memory of the renderer while twenty pages are opened one after the other, as tabs of the console.
import { existsSync, readFileSync } from "node:fs";
import { openBrowser, quiet } from "./browser.mjs";
import { LIST, signIn, startWhole, wholeMenu } from "./product.mjs";

const TABS = 20;

async function sample(browser, session) {
  for (let i = 0; i < 3; i++) {
    await session.send("HeapProfiler.collectGarbage");
    await quiet(200);
  }
  const { usedSize: heap } = await session.send("Runtime.getHeapUsage");
  const { documents, nodes } = await session.send("Memory.getDOMCounters");
  return { heap, documents, nodes, own: await privateBytes(browser) };
}

/** Private memory of the largest renderer (Linux), else null. */
async function privateBytes(browser) {
  const whole = browser.context.browser();
  if (!whole || !existsSync("/proc/self/smaps_rollup")) return null;
  const session = await whole.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const sizes = processInfo
    .filter((p) => p.type === "renderer")
    .map((p) => /Private_Dirty:\s+(\d+)/.exec(readFileSync(`/proc/${p.id}/smaps_rollup`, "utf8")))
    .map((found) => Number(found?.[1] ?? 0) * 1024);
  return Math.max(...sizes);
}

/** Samples with the list in front: after it was opened first, and again with all tabs open. */
export async function measureTabs() {
  const server = await startWhole();
  const cookie = await signIn(server);
  const browser = await openBrowser();
  try {
    const page = await browser.page(server.url, cookie);
    const session = await browser.context.newCDPSession(page);
    await page.goto(server.url + LIST);
    const menu = await wholeMenu(server.url, cookie);
    const links = [...menu.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href.replaceAll("&amp;", "&"));
    // A script that was loaded once leaves its code with the engine, 0.2 MB of the charts: no tab holds it.
    await page.goto(`${server.url}/cockpit/overview/index`, { waitUntil: "networkidle" });
    const others = links.filter((href) => !/iframe|\/wel\/|\/admin\/user\//.test(href));
    await page.goto(server.url + LIST);
    // The first branch that is opened brings the entries of all.
    await page.locator(".menu a[aria-expanded]").first().dispatchEvent("click");
    await page.locator(".menu summary").nth(2).waitFor({ state: "attached" });
    const first = await sample(browser, session);
    // 首页 and the list are open already.
    let opened = 2;
    for (const href of others) {
      if (opened === TABS) break;
      // As people open them: the last ten stay at hand.
      await page.locator(`.menu a[href="${href}"]`).first().dispatchEvent("click");
      await page.waitForURL((url) => url.href.endsWith(href));
      await quiet(300);
      opened = await page.locator(".strip li").count();
    }
    await page.locator(`.strip a[href="${LIST}"]`).dispatchEvent("click");
    await quiet(1000);
    const last = await sample(browser, session);
    const open = await page.locator(".strip li").count();
    return { first, last, open };
  } finally {
    await browser.close();
    await server.stop();
  }
}
