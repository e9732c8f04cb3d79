// Starts servers to be measured and asks them how much processor time and memory they used.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const probe = new URL("probe.mjs", import.meta.url).href;
const running = new Set();

export const freePort = () =>
  new Promise((done, fail) => {
    const server = createServer().once("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/**
 * Starts a Node program with the probe in it and waits until `ready` (a path) answers.
 * @returns {Promise<{port, url, ask(what), stop()}>}
 */
export async function start(args, { env = {}, cwd = root, ready = "/" } = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["--expose-gc", "--import", probe, ...args(port)], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: "production",
      CAPTCHA: "off",
      RATES_URL: "off",
      REPORTS: "off",
      PORT: String(port),
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  running.add(child);
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  const ended = new Promise((done) => child.once("exit", done));
  const waiting = new Map();
  child.on("message", (answer) => waiting.get(answer.id)?.(answer));

  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 3000) throw new Error(`${args(port).join(" ")}:\n${said}`);
    const answered = await fetch(url + ready, { redirect: "manual" }).catch(() => null);
    if (answered && answered.status < 500) break;
    await new Promise((done) => setTimeout(done, 200));
  }
  let asked = 0;
  return {
    port,
    url,
    ask(what) {
      const id = ++asked;
      return new Promise((done) => {
        waiting.set(id, done);
        child.send({ id, ask: what });
      });
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      running.delete(child);
    },
  };
}

/** Ends what a broken-off run left running. */
export const stopAll = () => {
  for (const child of running) child.kill("SIGTERM");
};

export const cache = path.join(root, ".cache/bench");
