// Preloaded into a measured server (node --expose-gc --import ...): answers its parent's questions.
import { monitorEventLoopDelay } from "node:perf_hooks";

// Counted from the first time that somebody asks for it.
const loop = monitorEventLoopDelay({ resolution: 5 });

const collect = async () => {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await new Promise((done) => setTimeout(done, 50));
  }
};

process.on("message", async ({ id, ask }) => {
  if (ask === "memory") await collect();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().filter((one) => one !== "Timeout" && one !== "Immediate").length;
  // Filled by statements.mjs where that is preloaded too.
  const ran = ask === "statements" && {
    texts: globalThis.statements?.splice(0),
    values: globalThis.statementValues?.splice(0),
    clients: globalThis.statementClients?.splice(0),
  };
  const held = { max: loop.max / 1e6, p99: loop.percentile(99) / 1e6 };
  if (ask === "loop") {
    loop.enable();
    loop.reset();
  }
  process.send({ id, cpuMs: (user + system) / 1000, rss, heapUsed, heapTotal, external, handles, held, ...ran });
});
process.channel?.unref();
