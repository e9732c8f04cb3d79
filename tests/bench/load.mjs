import http from "node:http";

/**
 * Asks for one page `count` times over `connections` kept connections; `url` may be made for each time.
 * @returns {Promise<{p50, p99, perSecond}>} milliseconds; answers per second
 */
export async function load(url, headers, { count, connections }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  let left = count;
  const once = () =>
    new Promise((done, fail) => {
      const began = performance.now();
      const asked = typeof url === "function" ? url() : url;
      const request = http.get(asked, { agent, headers }, (answer) => {
        answer.resume();
        answer.once("end", () => {
          times.push(performance.now() - began);
          if (answer.statusCode === 200) done();
          else fail(new Error(`${asked} answered ${answer.statusCode}`));
        });
      });
      request.once("error", fail);
    });
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) await once();
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    p50: times[count >> 1],
    p99: times[Math.floor(count * 0.99)],
    perSecond: count / ((performance.now() - began) / 1000),
  };
}

export const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/** Milliseconds, the median of some, that this takes. */
export async function timed(work, n = 7) {
  const seen = [];
  for (let i = 0; i < n; i++) {
    const from = performance.now();
    await work();
    seen.push(performance.now() - from);
  }
  return median(seen);
}
