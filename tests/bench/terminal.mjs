// The warehouse terminal: a scan at the server, the first paint of a job page, bytes of a warm visit.
import http from "node:http";
import os from "node:os";
import { ensureBuild } from "../../scripts/build.mjs";
import { openBrowser, quiet } from "./browser.mjs";
import { load, median } from "./load.mjs";
import { dataDir, LIST, signIn } from "./product.mjs";
import { root, start, stopAll } from "./servers.mjs";
import { tokenCall } from "./token.mjs";
import { wire } from "./weight.mjs";

const JOB = "/terminal/in";
const EMPTY_ACTION = "/bench/action";
const ROUNDS = 300;
const WARM_UP = 100;
/** A job of more scans than this is begun anew: nobody counts thousands of pieces one by one. */
const PER_JOB = 100;
const PHONE = { width: 390, height: 844 };
/** The usual network of the paint bench, and a processor that is six times slower. */
const SLOW = { kbps: 10_000, rttMs: 40, cpu: 6 };

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** One POST over a connection that is kept: milliseconds until its answer is read, and the answer. */
function post(url, headers, body) {
  return new Promise((done, fail) => {
    const began = performance.now();
    const request = http.request(url, { method: "POST", agent, headers }, (answer) => {
      const chunks = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("end", () => {
        const ms = performance.now() - began;
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) done({ ms, text });
        else fail(new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    request.on("error", fail);
    request.end(body);
  });
}

let keys = 0;
const newKey = () => `bench-${process.pid}-${++keys}`;

/** The backend's calls of the same person, as the console makes them. */
async function backendOf(server) {
  const url = `${server.url}/api`;
  const { path, headers: basic } = tokenCall("admin", "123456");
  const given = await fetch(url + path, { method: "POST", headers: basic });
  const token = (await given.json()).access_token;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const call = async (path, body) => {
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const { data, msg } = await (await fetch(url + path, { headers, ...init })).json();
    if (data === undefined) throw new Error(`${path}: ${msg}`);
    return data;
  };
  return { url, headers, call };
}

/**
 * Medians of ms, taken by turns in one run: an empty action of the product (gate, session, Remix), a
 * scan as the terminal's script sends it, and the same scan sent to the backend alone. What counts is
 * the whole of both servers; `part` is what the console's own adds to the backend's. Both sides run in
 * one process, as `npm start` does.
 */
async function measureScan(server, cookie) {
  const backend = await backendOf(server);
  const [place] = await backend.call("/wms/terminal/places");
  const { records } = await backend.call("/product/sku/page?size=1&status=approved");
  const code = records[0].skuCode;
  const headers = {
    Cookie: `${cookie}; terminal-place=${place.id}`,
    Origin: server.url,
    Accept: "application/json",
    "Content-Type": "application/x-www-form-urlencoded",
  };
  const fields = { intent: "scan", place: place.id, code, qty: "1", good: "1" };
  const ways = {
    empty: () => post(server.url + EMPTY_ACTION, headers, "intent=nothing"),
    scan: () => post(server.url + JOB, headers, `${new URLSearchParams({ ...fields, key: newKey() })}`),
    backend: () => {
      const body = { warehouseId: place.id, code, qty: 1, good: true, key: newKey(), view: true };
      return post(`${backend.url}/wms/terminal/in/scan`, backend.headers, JSON.stringify(body));
    },
  };
  const drop = async () => {
    const { job } = await backend.call(`/wms/terminal/in?warehouseId=${place.id}`);
    if (job) await backend.call("/wms/terminal/in/drop", { jobId: job.id });
  };
  const seen = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let i = -WARM_UP; i < ROUNDS; i++) {
    if (i % PER_JOB === 0) await drop();
    for (const [name, way] of Object.entries(ways)) {
      const { ms, text } = await way();
      if (name === "scan" && !text.includes('"tone":"good"')) throw new Error(text.slice(0, 300));
      if (i >= 0) seen[name].push(ms);
    }
  }
  await drop();
  const [empty, scan, own] = ["empty", "scan", "backend"].map((name) => median(seen[name]));
  const part = median(seen.scan.map((ms, i) => ms - seen.backend[i]));
  return { empty, scan, backend: own, part, ratio: part / empty, whole: scan / empty, place };
}

/** First contentful paint of one cold load in a new profile, on a slow device. */
async function firstPaint(server, path, cookie) {
  const browser = await openBrowser({ viewport: PHONE });
  try {
    const page = await browser.page(server.url, cookie);
    const session = await browser.context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW.cpu });
    const speed = SLOW.kbps * 125;
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: SLOW.rttMs,
      downloadThroughput: speed,
      uploadThroughput: speed,
    });
    await page.goto(server.url + path, { waitUntil: "load" });
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    return await painted.jsonValue();
  } finally {
    await browser.close();
  }
}

/** A job page beside the user list, by turns. */
async function measurePaint(server, cookie, n) {
  const cold = cookie.replace(/(; )?\bcss=[^;]*/, "");
  const seen = { terminal: [], list: [] };
  for (let i = -1; i < n; i++)
    for (const [name, path] of [
      ["terminal", JOB],
      ["list", LIST],
    ]) {
      const ms = await firstPaint(server, path, cold);
      if (i >= 0) seen[name].push(ms);
    }
  const [terminal, list] = [median(seen.terminal), median(seen.list)];
  return { terminal, list, ratio: terminal / list };
}

/** Bytes of a visit in a browser that was there before, heads included, and its requests. */
async function measureWarm(server, cookie) {
  const browser = await openBrowser({ viewport: PHONE });
  try {
    const page = await browser.page(server.url, cookie);
    await page.goto(server.url + JOB, { waitUntil: "load" });
    await page.evaluate(() => navigator.serviceWorker?.ready);
    const paths = [];
    await page.goto("about:blank");
    page.on("response", (answer) => {
      if (answer.fromServiceWorker() && answer.request().isNavigationRequest() === false) return;
      paths.push(new URL(answer.url()).pathname);
    });
    await page.goto(server.url + JOB, { waitUntil: "load" });
    await quiet(1500);
    const headers = { Cookie: cookie, "Accept-Encoding": "br" };
    let bytes = 0;
    for (const path of new Set(paths)) {
      const { bytes: body, head } = await wire(server.url + path, headers);
      bytes += body + head;
    }
    return { bytes, paths: [...new Set(paths)] };
  } finally {
    await browser.close();
  }
}

process.chdir(root);
await ensureBuild();
const env = { DATA_DIR: dataDir("terminal"), BENCH: "on", DEMO_FACTS: "small" };
const server = await start(() => ["scripts/start.mjs"], { ready: "/readyz", env });
try {
  const signedIn = await signIn(server);
  const scan = await measureScan(server, signedIn);
  const cookie = `${signedIn}; terminal-place=${scan.place.id}`;
  for (const path of [JOB, LIST]) await load(server.url + path, { Cookie: cookie }, { count: 200, connections: 2 });
  const paint = await measurePaint(server, cookie, Number(process.argv[2] ?? 5));
  const warm = await measureWarm(server, cookie);
  const lines = [
    ["scan, both servers : empty action", scan.whole <= 2, scan],
    ["first paint, terminal : user list, 6 × CPU", paint.ratio <= 1, paint],
    ["warm visit ≤ 14 KB", warm.bytes <= 14 * 1024, warm],
  ];
  for (const [name, ok, { place, ...what }] of lines) console.log(ok ? "ok    " : "MISSED", name, JSON.stringify(what));
  console.log(`load average ${os.loadavg()[0].toFixed(1)}`);
  if (lines.some(([, ok]) => !ok)) process.exitCode = 1;
} finally {
  agent.destroy();
  stopAll();
}
