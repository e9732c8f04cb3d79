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
  const texts = ask === "statements" ? globalThis.statements?.splice(0) : undefined;
  const values = ask === "statements" ? globalThis.statementValues?.splice(0) : undefined;
  process.send({ id, cpuMs: (user + system) / 1000, rss, heapUsed, external, texts, values });
});
process.channel?.unref();
