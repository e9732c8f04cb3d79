import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { testFolder } from "../../scripts/test-folder.mjs";
import { freePort } from "./free-port";

/** A new data directory; `remove` takes it away. */
export function dataDir() {
  const dir = mkdtempSync(path.join(testFolder(), "erp-e2e-own-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A connection to the database that a product keeps in its data directory. It bears that its server ends. */
export async function ownDatabase(dir: string): Promise<pg.Client> {
  const socket = readFileSync(path.join(dir, "pg/data/postmaster.pid"), "utf8").split("\n")[4];
  const client = new pg.Client({ host: socket, user: "postgres", database: "erp" });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** A process and all that it started, children of children included. */
export function family(pid: number): number[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" });
  const pairs = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const parent of found) for (const [child, of] of pairs) if (of === parent && child) found.push(child);
  return found;
}

export interface Server {
  url: string;
  /** Of the product itself, without what it started. */
  pid: number;
  said: () => string;
  /** Its exit code, when it has ended by itself or was ended. */
  ended: Promise<number | null>;
  /** As Ctrl-C or a service manager does. */
  stop: () => Promise<void>;
  /** Every process of it at once, without a word (SIGKILL). */
  kill: () => Promise<void>;
}

const gone = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((done) => child.once("exit", () => done()));

/** How the product is called, and by whom if not by who runs the tests. */
export interface Program {
  command: string[];
  uid?: number;
}

const CHECKOUT: Program = { command: [process.execPath, "scripts/start.mjs"] };

/** The product as a process of its own; `said` is what it has written so far. */
function spawnProduct(args: string[], env: Record<string, string>, { command, uid }: Program) {
  const [file = "", ...first] = command;
  const child = spawn(file, [...first, ...args], {
    // Empty counts as absent: a server of its own has a database of its own.
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: "",
      CAPTCHA: "off",
      RATES_URL: "off",
      REPORTS: "off",
      DEMO_FACTS: "none",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    uid,
    gid: uid,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  return { child, said: () => said };
}

/** Runs one of the product's commands to its end. */
export async function runProduct(args: string[], env: Record<string, string>, program = CHECKOUT) {
  const { child, said } = spawnProduct(args, env, program);
  const code = await new Promise((done) => child.once("close", done));
  return { code, said: said() };
}

/** Starts the product, or its backend alone, as its own process, and waits until it is ready. */
export async function startServer(
  env: Record<string, string>,
  mode: "" | "backend" = "",
  program = CHECKOUT,
): Promise<Server> {
  const port = env.PORT ?? String(await freePort());
  const { child, said } = spawnProduct(mode ? [mode] : [], { ...env, PORT: port }, program);
  const ended = new Promise<number | null>((done) => child.once("exit", done));
  const url = `http://${env.HOST ?? "127.0.0.1"}:${port}`;
  const deadline = Date.now() + 120_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended: ${said()}`);
    const ready = await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    );
    if (ready) break;
    if (Date.now() > deadline) throw new Error(`the server does not become ready: ${said()}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url,
    pid: child.pid ?? 0,
    said,
    ended,
    async stop() {
      child.kill("SIGTERM");
      await gone(child);
    },
    async kill() {
      for (const pid of family(child.pid ?? 0))
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It went by itself in between.
        }
      await gone(child);
    },
  };
}
