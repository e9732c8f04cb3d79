// One database node, and what it takes to look after processes.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const HOST = "127.0.0.1";

/** A process and all that it started, children of children included. */
export function family(pid) {
  const pairs = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const all = [pid];
  for (const parent of all) for (const [child, of] of pairs) if (of === parent) all.push(child);
  return all;
}

export const signalAll = (pids, signal) => {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
};

/** Asks until it is so. */
export async function until(what, holds, seconds) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    if (await holds()) return;
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await sleep(100);
  }
}

/** Status and JSON of what Patroni says of a node; none when it does not answer. */
export const patroniSays = (port, at) =>
  fetch(`http://${HOST}:${port}${at}`, { signal: AbortSignal.timeout(1_500) })
    .then(async (answer) => ({ status: answer.status, body: await answer.json().catch(() => undefined) }))
    .catch(() => undefined);

/** One database node: Patroni, and the PostgreSQL that it started. */
export class Node {
  constructor(stack, name, ports) {
    Object.assign(this, { stack, name, ...ports, folder: path.join(stack.folder, name) });
  }

  begin() {
    const { stack, folder } = this;
    this.patroni = stack.run("patroni", [path.join(folder, "patroni.yml")], folder);
  }

  /** Every process of its PostgreSQL. */
  database() {
    const file = path.join(this.folder, "data/postmaster.pid");
    return existsSync(file) ? family(Number.parseInt(readFileSync(file, "utf8"), 10)) : [];
  }

  /** Every process of it. */
  pids() {
    return [...family(this.patroni.pid), ...this.database()];
  }

  async isPrimary() {
    return (await patroniSays(this.rest, "/primary"))?.status === 200;
  }

  /** As when the machine loses its power. */
  kill() {
    signalAll(this.pids(), "SIGKILL");
  }

  /** As when the machine hangs; what it is asked finds no answer. @returns how it goes on */
  freeze() {
    const pids = this.pids();
    signalAll(pids, "SIGSTOP");
    return () => signalAll(pids, "SIGCONT");
  }
}
