// Steps inside the console, from the click to the first frame that shows what was asked for: the
// product and its twin by turns.
import { openBrowser, quiet } from "./browser.mjs";
import { load, median } from "./load.mjs";
import { LIST, signIn, startWhole } from "./product.mjs";
import { startTwin } from "./twin.mjs";

export const NETS = {
  near: { label: "10 Mbit/s, 40 ms", kbps: 10_000, rttMs: 40, cpu: 1 },
  far: { label: "1.5 Mbit/s, 150 ms, 6 × CPU", kbps: 1500, rttMs: 150, cpu: 6 },
};

export const STEPS = ["first", "menu", "next", "filter", "detail", "back"];

const ROW = "main table tbody tr td";

/** How each program is moved, and what shows that it has moved. */
export const PROGRAMS = {
  product: {
    path: LIST,
    other: '.menu a[href="/admin/role/index"]',
    otherShown: { path: "/admin/role/index", selector: ROW },
    listShown: { path: "/admin/user/index", selector: ROW, gone: "dialog[open]" },
    list: '.strip a[href^="/admin/user/index"]',
    next: ".pager a[rel=next]",
    field: '.filters [name="username"]',
    detail: "main tbody th a, main tbody td a",
    // A user is shown in a dialog, which has an address of its own.
    detailShown: { path: "/admin/user/index", selector: "dialog[open] .body" },
  },
  twin: {
    path: "/users",
    other: '.el-menu-item:visible:not(:has-text("用户管理"))',
    otherShown: { selector: "h1.other" },
    listShown: { path: "/users", not: "/users/", selector: ROW },
    list: '.el-menu-item:visible:has-text("用户管理")',
    next: ".btn-next",
    field: ".el-form .el-input__inner >> nth=0",
    detail: "button.open",
    detailShown: { selector: "h1.detail" },
  },
};

/**
 * Runs in every page before its own scripts. `expect` waits for an element (with another text than
 * `before`, on a path); the time from the click, or from the start of the load, is that of the frame
 * which shows it.
 */
function watch() {
  const now = () => performance.timeOrigin + performance.now();
  const shown = ({ selector, before, path, not, gone }) => {
    if (path && !location.pathname.startsWith(path)) return false;
    if (not && location.pathname.startsWith(not)) return false;
    if (gone && document.querySelector(gone)) return false;
    const el = [...document.querySelectorAll(selector)].find((one) => one.getBoundingClientRect().width > 0);
    return !!el && (before === undefined || el.closest("tbody").textContent !== before);
  };
  const look = () => {
    const wanted = JSON.parse(sessionStorage.getItem("bench wanted"));
    if (!wanted || !shown(wanted)) return;
    sessionStorage.removeItem("bench wanted");
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => sessionStorage.setItem("bench seen", String(now()));
      port2.postMessage(0);
    });
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  addEventListener("load", look);
  addEventListener("popstate", look);
  window.bench = {
    expect(wanted) {
      sessionStorage.removeItem("bench seen");
      sessionStorage.setItem("bench wanted", JSON.stringify(wanted));
      sessionStorage.removeItem("bench began");
      for (const type of ["click", "keydown"]) addEventListener(type, this.begin, { capture: true, once: true });
    },
    begin: () => sessionStorage.setItem("bench began", String(now())),
    rows: () => [...document.querySelectorAll("main tbody")].find((b) => b.rows.length)?.textContent,
  };
}

/** Does one thing and answers how long it took (ms). */
async function timed(page, wanted, act) {
  await page.evaluate((w) => window.bench.expect(w), wanted);
  await act();
  await page.waitForFunction(() => sessionStorage.getItem("bench seen") !== null);
  const took = await page.evaluate(() => sessionStorage.getItem("bench seen") - sessionStorage.getItem("bench began"));
  // Whatever goes on behind is no part of the next step.
  await quiet(900);
  return took;
}

/** All steps in a new browser. */
export async function walk({ url, cookie }, how, net) {
  const browser = await openBrowser();
  try {
    const page = await browser.page(url, cookie);
    const session = await browser.context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Emulation.setCPUThrottlingRate", { rate: net.cpu });
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: net.rttMs,
      downloadThroughput: net.kbps * 125,
      uploadThroughput: net.kbps * 125,
    });
    await page.addInitScript(watch);
    await page.addInitScript((wanted) => {
      if (sessionStorage.getItem("bench began")) return;
      sessionStorage.setItem("bench began", String(performance.timeOrigin));
      sessionStorage.setItem("bench wanted", JSON.stringify(wanted));
    }, how.listShown);
    const took = {};
    await page.goto(url + how.path);
    await page.waitForFunction(() => sessionStorage.getItem("bench seen") !== null);
    took.first = await page.evaluate(
      () => sessionStorage.getItem("bench seen") - sessionStorage.getItem("bench began"),
    );
    await quiet(2500);
    const click = (selector) => () => page.locator(selector).first().click();
    await timed(page, how.otherShown, click(how.other));
    took.menu = await timed(page, how.listShown, click(how.list));
    const other = async () => ({ ...how.listShown, before: await page.evaluate(() => window.bench.rows()) });
    took.next = await timed(page, await other(), click(how.next));
    const wanted = await other();
    await page.locator(how.field).first().fill("ad");
    took.filter = await timed(page, wanted, () => page.keyboard.press("Enter"));
    took.detail = await timed(page, how.detailShown, click(how.detail));
    took.back = await timed(page, how.listShown, () =>
      page.evaluate(() => {
        window.bench.begin();
        history.back();
      }),
    );
    return took;
  } finally {
    await browser.close();
  }
}

/** Medians of `n` walks of each program over each net. */
export async function measureSteps({ n = 5 } = {}) {
  const product = await startWhole();
  const signedIn = await signIn(product);
  // All menu groups are shown, and nothing is in the browser yet.
  const cookie = `${signedIn.replace(/(; )?\bcss=[^;]*/, "")}; prefs=default~409eff~111111110`;
  const twin = await startTwin(product, cookie);
  const places = { product: { url: product.url, cookie }, twin: { url: twin.url, cookie: "" } };
  await load(product.url + LIST, { Cookie: cookie }, { count: 300, connections: 2 });
  const result = {};
  for (const [name, net] of Object.entries(NETS)) {
    const seen = { product: [], twin: [] };
    for (const which of Object.keys(seen)) await walk(places[which], PROGRAMS[which], net);
    for (let i = 0; i < n; i++)
      for (const which of Object.keys(seen)) seen[which].push(await walk(places[which], PROGRAMS[which], net));
    const mid = (which, step) => median(seen[which].map((one) => one[step]));
    result[name] = Object.fromEntries(
      STEPS.map((step) => [step, { product: mid("product", step), twin: mid("twin", step) }]),
    );
  }
  await product.stop();
  await twin.stop();
  return result;
}
