/** What a worker of pages may use; the program's types are those of pages. */
interface Fetching extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}
const worker = globalThis as unknown as {
  addEventListener(type: "install" | "activate", then: (event: Waits) => void): void;
  addEventListener(type: "fetch", then: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};

/** Written in by the route that serves this file. */
declare const SCRIPT: string;

/** The same for everybody: the field and nothing of anybody. */
const SHELL = "/terminal/offline";
const CACHE = `terminal ${SCRIPT}`;
/** A network that is slower counts as none. */
const PATIENCE = 8000;

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  for (const path of [SHELL, SCRIPT]) {
    const answer = await fetch(path);
    // A log-in page is not what is kept.
    if (!answer.ok || answer.redirected) throw new Error(`${path}: ${answer.status}`);
    await cache.put(path, answer);
  }
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

const kept = async (path: string, otherwise: () => Promise<Response>): Promise<Response> =>
  (await (await caches.open(CACHE)).match(path)) ?? otherwise();

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
  } catch {
    return kept(SHELL, async () => Response.error());
  }
}

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (path === SCRIPT) event.respondWith(kept(SCRIPT, () => fetch(request)));
  else if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(request));
});
