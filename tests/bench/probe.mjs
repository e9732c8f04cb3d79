// Preloaded into a measured server (node --expose-gc --import ...): answers its parent's questions.
const collect = async () => {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.();
    await new Promise((done) => setTimeout(done, 50));
  }
};

process.on("message", async ({ id, ask }) => {
  if (ask === "memory") await collect();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  // Filled by statements.mjs where that is preloaded too.
  const ran = ask === "statements" && {
    texts: globalThis.statements?.splice(0),
    values: globalThis.statementValues?.splice(0),
    clients: globalThis.statementClients?.splice(0),
  };
  process.send({ id, cpuMs: (user + system) / 1000, rss, heapUsed, external, ...ran });
});
process.channel?.unref();
