import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fchownSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { type ClusterHome, emptySocketDirectory } from "./home";
import { waitForEnd } from "./process";

export interface Cluster {
  /** Connection string of one database in it (it may have to be made first: ensureDatabase). */
  connectionString(database: string): string;
  /** Process id of the database server. */
  readonly pid: number;
  /** Settled when the server has ended, wanted or not. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

/**
 * Shell that runs a program on a leash: it hangs on our end of a pipe, and when we end in whatever way,
 * kill -9 included, the reader wakes up and shuts it down. The first line of output is its pid.
 */
export const LEASH = `
exec 3<&0
"$@" </dev/null >/dev/null 3<&- &
server=$!
{ read -r _; kill -INT "$server"; } <&3 >/dev/null 2>&1 &
reader=$!
exec 3<&-
echo "$server"
wait "$server"
code=$?
kill "$reader"
exit "$code"`;

/** What a server is started on. */
export interface Launch {
  native: string;
  data: string;
  home: ClusterHome;
  settings: Record<string, string>;
  release: () => void;
}

/** Starts the server and waits until it takes connections. */
export async function launch(l: Launch): Promise<Cluster> {
  for (const until = Date.now() + 10_000; ; ) {
    const logFile = path.join(l.home.dir, "postgres.log");
    const before = trimmedSize(logFile);
    const socket = emptySocketDirectory(l.home);
    const child = spawnServer(l, socket, logFile);
    const ended = new Promise<void>((done) => child.once("exit", () => done()));
    const pid = await firstLine(child);
    if (pid && (await isReady(l.data, pid, ended))) return supervise(l, child, pid, ended, socket);
    await ended;
    const said = readFileSync(logFile).subarray(before).toString().trim();
    // Children of a killed server need a moment to see that it is gone.
    const soon = /pre-existing shared memory block/.test(said) && Date.now() < until;
    if (!soon) throw new Error(`数据库没有启动：\n${said.split("\n").slice(-15).join("\n")}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Bytes in the log so far; it is begun anew when it has grown large. */
function trimmedSize(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < 5_000_000) return size;
  rmSync(logFile);
  return 0;
}

function spawnServer({ native, data, home, settings }: Launch, socket: string, logFile: string) {
  const all = { listen_addresses: "", unix_socket_directories: socket, ...settings };
  const flags = Object.entries({ unix_socket_permissions: "0700", timezone: "Asia/Shanghai", ...all });
  const server = [path.join(native, "bin/postgres"), "-D", data];
  const args = ["-c", LEASH, "sh", ...server, ...flags.flatMap(([k, v]) => ["-c", `${k}=${v}`])];
  const log = openSync(logFile, "a");
  // Made by root, yet a later start by that account has to append to it.
  if (home.account.uid !== undefined) fchownSync(log, home.account.uid, home.account.gid ?? 0);
  const child = spawn("/bin/sh", args, {
    ...home.account,
    cwd: home.dir,
    env: environment(),
    // Its own session: Ctrl-C in the terminal is for us, and we decide when the server goes.
    detached: true,
    stdio: ["pipe", "pipe", log],
  });
  closeSync(log);
  child.stdin?.on("error", () => {}); // it ended before we said so
  return child;
}

/** Nothing of our own environment reaches the server, above all no PG… variable. */
export const environment = () => ({ PATH: "/usr/bin:/bin", LC_ALL: "C" }) as unknown as NodeJS.ProcessEnv;

/** The server's pid, or undefined when the shell ended without printing one. */
function firstLine(child: ChildProcess): Promise<number | undefined> {
  return new Promise((done) => {
    child.stdout?.once("data", (chunk) => done(Number.parseInt(String(chunk), 10) || undefined));
    child.once("exit", () => done(undefined));
    child.once("error", () => done(undefined));
  });
}

/** Waits for "ready" in the server's own lock file, as pg_ctl does. */
async function isReady(data: string, pid: number, ended: Promise<void>): Promise<boolean> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over) {
    try {
      const lines = readFileSync(path.join(data, "postmaster.pid"), "utf8").split("\n");
      if (Number(lines[0]) === pid && lines[7]?.trim() === "ready") return true;
    } catch {
      // not written yet
    }
    await new Promise((done) => setTimeout(done, 10));
  }
  return false;
}

/** How a database of the server on this socket is reached. */
export const connectionStringAt = (socket: string) => (database: string) =>
  `postgresql://postgres@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socket)}`;

function supervise(
  { release }: Launch,
  child: ChildProcess,
  pid: number,
  ended: Promise<void>,
  socket: string,
): Cluster {
  // It does not keep this process alive; the pipe closes when the process ends.
  child.unref();
  for (const stream of [child.stdin, child.stdout])
    if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref();
  return {
    pid,
    ended,
    connectionString: connectionStringAt(socket),
    async stop() {
      child.ref();
      child.stdin?.end();
      if (!(await waitForEnd(pid, 20_000))) quit(pid);
      await ended;
      release();
    },
  };
}

/** Ends at once; the next start replays the log. Only when open work will not stop. */
function quit(pid: number) {
  try {
    process.kill(pid, "SIGQUIT");
  } catch {
    // ended by itself
  }
}
