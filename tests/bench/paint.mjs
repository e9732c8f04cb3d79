// Time until the first table row is painted, cold cache: the product and the yardstick by turns.
import { openBrowser, quiet } from "./browser.mjs";
import { startLeast } from "./least.mjs";
import { load, median } from "./load.mjs";
import { LIST, signIn, startWhole } from "./product.mjs";
import { startYardstick } from "./yardstick.mjs";

export const PROFILES = {
  lan: { label: "10 Mbit/s, 40 ms", kbps: 10_000, rttMs: 40 },
  cpu6x: { label: "6 × CPU throttle", cpu: 6 },
};

/** Runs in the page before its own scripts: when a row is there and the frame with it is painted. */
function watch() {
  window.firstRow = null;
  let found = false;
  const look = () => {
    const cell = document.querySelector("table tbody tr td");
    if (found || !cell?.getBoundingClientRect().width) return;
    found = true;
    watching.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        window.firstRow = performance.now();
      };
      port2.postMessage(0);
    });
  };
  const watching = new MutationObserver(look);
  watching.observe(document, { subtree: true, childList: true });
  addEventListener("load", look);
}

/** One cold load: milliseconds to the first row, bytes of everything, requests. */
async function coldLoad({ url, path, cookie }, profile) {
  const browser = await openBrowser();
  try {
    const page = await browser.page(url, cookie);
    const session = await browser.context.newCDPSession(page);
    let bytes = 0;
    let requests = 0;
    await session.send("Network.enable");
    session.on("Network.loadingFinished", (event) => {
      bytes += event.encodedDataLength;
      requests++;
    });
    if (profile.cpu) await session.send("Emulation.setCPUThrottlingRate", { rate: profile.cpu });
    if (profile.kbps)
      await session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: profile.rttMs,
        downloadThroughput: profile.kbps * 125,
        uploadThroughput: profile.kbps * 125,
      });
    await page.addInitScript(watch);
    await page.goto(url + path, { waitUntil: "load" });
    await page.waitForFunction(() => window.firstRow !== null);
    const ms = await page.evaluate(() => window.firstRow);
    await quiet(600);
    return { ms, bytes, requests };
  } finally {
    await browser.close();
  }
}

/** Medians of `n` loads each, in both profiles. */
export async function measurePaint({ n = 7 } = {}) {
  const yardstick = await startYardstick();
  const product = await startWhole();
  const signedIn = await signIn(product);
  // A new profile has no style sheet of the product yet, and no cookie that says so.
  const cookie = signedIn.replace(/(; )?\bcss=[^;]*/, "");
  const pages = {
    // The group menu off: all groups of the side menu are shown.
    product: { url: product.url, path: LIST, cookie: `${cookie}; prefs=default~409eff~111111110` },
    yardstick: { url: yardstick.url, path: "/users" },
  };
  const own = { headers: { Cookie: pages.product.cookie } };
  const least = await startLeast(await (await fetch(product.url + LIST, own)).text());
  // Servers run for weeks: a program that was just started is not what people wait for.
  for (const { url, path, cookie = "" } of Object.values(pages))
    await load(url + path, { Cookie: cookie }, { count: 400, connections: 2 });
  // For orientation: what the browser takes for less than the list.
  for (const name of ["table", "cell"]) pages[name] = { url: least.url, path: `/${name}` };
  const result = {};
  for (const [name, profile] of Object.entries(PROFILES)) {
    const seen = Object.fromEntries(Object.keys(pages).map((name) => [name, []]));
    for (const which of Object.keys(pages)) await coldLoad(pages[which], profile);
    for (let i = 0; i < n; i++)
      for (const which of Object.keys(pages)) seen[which].push(await coldLoad(pages[which], profile));
    const mid = (which, what) => median(seen[which].map((s) => s[what]));
    const both = Object.fromEntries(
      Object.keys(pages).map((which) => [
        which,
        {
          ms: mid(which, "ms"),
          bytes: mid(which, "bytes"),
          requests: mid(which, "requests"),
          range: [Math.min(...seen[which].map((s) => s.ms)), Math.max(...seen[which].map((s) => s.ms))],
        },
      ]),
    );
    result[name] = { ...both, ratio: both.product.ms / both.yardstick.ms };
  }
  least.stop();
  await product.stop();
  await yardstick.stop();
  return result;
}
