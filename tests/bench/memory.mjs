// Memory of the console process over many pages, each sample after a forced collection.
import { load } from "./load.mjs";
import { LIST, signIn, startApart } from "./product.mjs";

/** @returns {Promise<{samples: {requests, heap, rss}[]}>} bytes */
export async function measureMemory({ requests = 20_000, step = 2_000 } = {}) {
  const { backend, console } = await startApart();
  const headers = { Cookie: await signIn(console), "Accept-Encoding": "br" };
  const samples = [];
  for (let done = 0; done <= requests; done += step) {
    if (done) await load(console.url + LIST, headers, { count: step, connections: 16 });
    const { heapUsed, rss } = await console.ask("memory");
    samples.push({ requests: done, heap: heapUsed, rss });
  }
  await console.stop();
  await backend.stop();
  return { samples };
}

/** Growth of the heap between the first and the last quarter after warming up, as a share. */
export function growth(samples) {
  const warm = samples.slice(1).map((s) => s.heap);
  const quarter = Math.max(1, warm.length >> 2);
  const mean = (list) => list.reduce((sum, n) => sum + n, 0) / list.length;
  return mean(warm.slice(-quarter)) / mean(warm.slice(0, quarter)) - 1;
}
