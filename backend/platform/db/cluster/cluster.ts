import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { errorText } from "../errors";
import { type FirstCluster, keepFirst, takeFirst } from "./first";
import { type ClusterHome, prepareHome, removeHome, socketDirectory } from "./home";
import { usableNative } from "./native";
import { processIdentity, servesDirectory, waitForEnd } from "./process";
import { type Cluster, connectionStringAt, environment, type Launch, launch } from "./server";

/** Process id in `postmaster.pid`, undefined when there is none. */
function postmasterPid(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path.join(data, "postmaster.pid"), "utf8"), 10) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Clears the way after a kill -9. A server that outlived us is shut down (fast, then at once).
 * A lock file whose pid now belongs to a zombie or to some other program is removed, because the
 * server would believe it; one whose pid is gone is left to the server, which also looks at the
 * shared memory that the lock file names.
 */
async function evictOrphan(data: string, log: (line: string) => void): Promise<void> {
  const pid = postmasterPid(data);
  if (!pid) return;
  if (servesDirectory(pid, data)) {
    log(`上次没有正常退出，先关闭仍在运行的数据库（进程 ${pid}）`);
    for (const signal of ["SIGINT", "SIGQUIT"] as const) {
      try {
        process.kill(pid, signal);
      } catch {
        // ended by itself
      }
      if (await waitForEnd(pid, 10_000)) return;
    }
    throw new Error(`数据库进程 ${pid} 无法关闭，请手动结束它`);
  }
  if (processIdentity(pid) || isZombie(pid)) rmSync(path.join(data, "postmaster.pid"), { force: true });
}

/** A signal still finds it, but it has no identity any more. */
function isZombie(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Another live process runs this cluster. */
class HomeInUse extends Error {}

/**
 * Takes the cluster directory for this process, so that a second start never stops the first one's
 * database. A lock whose process is gone counts for nothing.
 * @returns gives the directory free again.
 * @throws Error when a live process holds it.
 */
function claimHome(dir: string): () => void {
  const file = path.join(dir, "owner");
  const mine = processIdentity(process.pid) ?? String(process.pid);
  for (let tries = 0; ; tries++) {
    try {
      writeFileSync(file, mine, { flag: "wx" });
      return () => {
        if (readOwner(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if (errorText(error, "code") !== "EEXIST" || tries > 5) throw error;
    }
    const owner = readOwner(file);
    const pid = Number.parseInt(owner, 10);
    if (pid && processIdentity(pid) === owner)
      throw new HomeInUse(`数据目录 ${dir} 正被进程 ${pid} 使用，请先停止它，或更换 DATA_DIR`);
    rmSync(file, { force: true });
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

export type { Cluster, FirstCluster };

const DURABLE = {
  fsync: "on",
  synchronous_commit: "on",
  shared_buffers: "128MB",
  // Figures of thousands of listings are summed in memory instead of on disk.
  work_mem: "16MB",
  // Tables that lie apart by month take a lock for each part and each of its indexes.
  max_locks_per_transaction: "256",
  // Data directories lie on solid disks: a page is near wherever it is.
  random_page_cost: "1.1",
  // What is looked through one by one before it comes into an index for words, and what such an index keeps of room.
  gin_pending_list_limit: "256kB",
  // A plan over many parts looks dear and is not: compiling it would cost more than running it.
  jit: "off",
};

/** Where nothing is copied elsewhere as it happens, the log need be no longer than a few of its pieces. */
export function shortLogOf(data: string): Record<string, string> {
  const piece = readdirSync(path.join(data, "pg_wal")).find((name) => /^[0-9A-F]{24}$/.test(name));
  const size = piece ? statSync(path.join(data, "pg_wal", piece)).size : LARGE_PIECE;
  const least = `${(2 * size) >> 20}MB`;
  return {
    wal_level: "minimal",
    max_wal_senders: "0",
    min_wal_size: least,
    // What is over goes, instead of being kept for what comes.
    wal_recycle: "off",
    max_wal_size: size < LARGE_PIECE ? "16MB" : least,
    wal_compression: "on",
  };
}

/** Bytes of a piece of the log in clusters that earlier programs made. */
const LARGE_PIECE = 16 << 20;

/**
 * Starts the PostgreSQL that comes with the npm packages on `${dataDir}/pg`, making the cluster on
 * the first start. It listens on a private socket only. Takes over after a kill -9 of a former run.
 * @param settings server settings over the durable defaults.
 * @param shortLog whether as little as possible is kept of what happened.
 * @param first clusters that a first start may take, the first of them that fits.
 * @throws Error in the operator's words, with the end of the server's log.
 */
export async function startCluster(options: {
  dataDir: string;
  log?: (line: string) => void;
  settings?: Record<string, string> | undefined;
  shortLog?: boolean;
  first?: readonly FirstCluster[];
}): Promise<Cluster> {
  const { log = console.log, settings, shortLog = false, first = [] } = options;
  if (process.platform === "win32")
    throw new Error("Windows 上没有内置的数据库，请用 DATABASE_URL 指向一个 PostgreSQL");
  const home = prepareHome(path.resolve(options.dataDir), log);
  const release = claimHome(home.dir);
  try {
    const native = usableNative(home);
    const data = path.join(home.dir, "data");
    if (existsSync(data)) checkVersion(native, data);
    else begin({ native, data, home, log, first, shortLog });
    await evictOrphan(data, log);
    const own = { ...DURABLE, ...(shortLog && shortLogOf(data)), ...settings };
    return await launch({ native, data, home, settings: own, release });
  } catch (error) {
    release();
    throw error;
  }
}

/** The cluster of a product that runs just now, or this one started for as long as it is needed. */
export async function joinCluster(
  options: Parameters<typeof startCluster>[0],
): Promise<Pick<Cluster, "connectionString" | "stop">> {
  try {
    return await startCluster(options);
  } catch (error) {
    if (!(error instanceof HomeInUse)) throw error;
    const home = prepareHome(path.resolve(options.dataDir), options.log ?? console.log);
    return { connectionString: connectionStringAt(socketDirectory(home)), stop: async () => {} };
  }
}

interface Beginning extends Pick<Launch, "native" | "data" | "home"> {
  log: (line: string) => void;
  first: readonly FirstCluster[];
  shortLog: boolean;
}

/** Makes the files in a directory of another name: a half-made cluster is never taken for a whole one. */
function begin({ native, data, home, log, first, shortLog }: Beginning) {
  log("首次启动：正在创建数据库……");
  const half = `${data}-initialising`;
  rmSync(half, { recursive: true, force: true });
  if (!first.some((kept) => takeFirst(native, half, home, kept))) initialise(native, half, home, shortLog);
  renameSync(half, data);
}

/** Megabytes of a piece of the log: of a company's few are copied elsewhere, of others as little as can be is kept. */
const PIECE = { long: 4, short: 1 };

function initialise(native: string, data: string, home: ClusterHome, shortLog: boolean) {
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const piece = `--wal-segsize=${shortLog ? PIECE.short : PIECE.long}`;
  const args = ["-D", data, "-U", "postgres", "-E", "UTF8", "--auth=trust", piece, ...locale];
  const made = spawnSync(path.join(native, "bin/initdb"), args, {
    ...home.account,
    cwd: home.dir,
    env: environment(),
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`数据库创建失败：${made.error?.message ?? made.stderr.trim()}`);
}

/**
 * Makes in `keep` a cluster that first starts take, so that they need not wait for it.
 * @param fill puts into its server what shall be there
 * @param on one that it begins with
 */
export async function prepareFirst(
  keep: FirstCluster,
  fill: (cluster: Cluster) => Promise<unknown>,
  on: readonly FirstCluster[] = [],
): Promise<void> {
  const dataDir = `${keep.dir}-making`;
  const log = () => {};
  try {
    const cluster = await startCluster({
      dataDir,
      log,
      shortLog: true,
      first: on,
      settings: { fsync: "off", max_wal_size: "8MB" },
    });
    try {
      await fill(cluster);
    } finally {
      await cluster.stop();
    }
    const home = prepareHome(dataDir, log);
    keepFirst(usableNative(home), path.join(home.dir, "data"), keep);
  } finally {
    removeHome(dataDir);
  }
}

function checkVersion(native: string, data: string) {
  const has = readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  const program = spawnSync(path.join(native, "bin/postgres"), ["--version"], { encoding: "utf8" });
  const wants = /(\d+)\.\d+/.exec(program.stdout ?? "")?.[1];
  if (wants && has !== wants)
    throw new Error(`${data} 是 PostgreSQL ${has} 的数据，程序自带 ${wants}，请先用 pg_dump 迁移`);
}
