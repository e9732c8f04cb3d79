// Processor time per page: many short rounds, the empty page and the list by turns.
import { load, median } from "./load.mjs";
import { EMPTY, LIST, signIn, startApart, startWhole } from "./product.mjs";
import { start } from "./servers.mjs";

const rounds = 15;
const perRound = 100;

export async function costs(servers, url, headers, count = perRound) {
  const before = await Promise.all(servers.map((s) => s.ask("cpu")));
  await load(url, headers, { count, connections: 4 });
  const after = await Promise.all(servers.map((s) => s.ask("cpu")));
  return after.map((a, i) => (a.cpuMs - before[i].cpuMs) / count);
}

let address = 0;
/** The same list under an address that nobody has seen: everything on it is drawn anew. */
const anew = (url) => () => `${url}${url.includes("?") ? "&" : "?"}n=${++address}`;

/**
 * A list and the empty page by turns: medians over the rounds, and the median of each round's own ratio.
 * The first of `servers` renders, the second answers it.
 */
export async function compare(servers, console, headers, list = LIST) {
  await costs(servers, console.url + EMPTY, headers, 600);
  await costs(servers, console.url + list, headers, 600);
  const seen = [];
  for (let i = 0; i < rounds; i++) {
    const [empty] = await costs(servers, console.url + EMPTY, headers);
    const [page, backend] = await costs(servers, console.url + list, headers);
    const [first] = await costs(servers, anew(console.url + list), headers);
    seen.push({ empty, page, first, backend, ratio: page / empty });
  }
  const mid = (name) => median(seen.map((s) => s[name]));
  const names = ["empty", "page", "first", "backend", "ratio"];
  return Object.fromEntries(names.map((name) => [name, mid(name)]));
}

/** Server cost of the user list: console apart, all in one process, and the bare stack. */
export async function measureCost() {
  const { backend, console } = await startApart();
  const headers = { Cookie: await signIn(console), "Accept-Encoding": "br" };
  const apart = await compare([console, backend], console, headers);
  const crowd = { count: 2000, connections: 50 };
  const busy = await load(console.url + LIST, headers, crowd);
  await console.stop();
  await backend.stop();

  const whole = await startWhole();
  const own = { Cookie: await signIn(whole), "Accept-Encoding": "br" };
  const together = await compare([whole], whole, own);
  const busyWhole = await load(whole.url + LIST, own, crowd);
  await whole.stop();

  const bare = await start(() => ["tests/bench/floor.mjs"], { ready: "/empty" });
  await costs([bare], `${bare.url}/empty`, own, 600);
  const floor = [];
  for (let i = 0; i < rounds; i++) floor.push((await costs([bare], `${bare.url}/empty`, own))[0]);
  await bare.stop();
  return { apart, together, busy, busyWhole, bare: median(floor) };
}
