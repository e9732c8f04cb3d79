import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { usableNative } from "./cluster-binaries";
import { type ClusterHome, prepareHome } from "./cluster-home";
import { claimHome, HomeInUse } from "./cluster-lock";
import { evictOrphan } from "./cluster-orphan";
import { type Cluster, connectionStringAt, environment, launch } from "./cluster-server";
import { socketDirectory } from "./cluster-socket";

export type { Cluster };

const DURABLE = {
  ...{ fsync: "on", synchronous_commit: "on", shared_buffers: "128MB" },
  // Tables that lie apart by month take a lock for each part and each of its indexes.
  max_locks_per_transaction: "256",
  // Data directories lie on solid disks: a page is near wherever it is.
  random_page_cost: "1.1",
  // A plan over many parts looks dear and is not: compiling it would cost more than running it.
  jit: "off",
};

/**
 * Starts the PostgreSQL that comes with the npm packages on `${dataDir}/pg`, making the cluster on
 * the first start. It listens on a private socket only. Takes over after a kill -9 of a former run.
 * @param settings server settings over the durable defaults.
 * @throws Error in the operator's words, with the end of the server's log.
 */
export async function startCluster(options: {
  dataDir: string;
  log?: (line: string) => void;
  settings?: Record<string, string>;
}): Promise<Cluster> {
  const { log = console.log, settings } = options;
  if (process.platform === "win32")
    throw new Error("Windows 上没有内置的数据库，请用 DATABASE_URL 指向一个 PostgreSQL");
  const home = prepareHome(path.resolve(options.dataDir), log);
  const release = claimHome(home.dir);
  try {
    const native = usableNative(home);
    const data = path.join(home.dir, "data");
    if (existsSync(data)) checkVersion(native, data);
    else initialise(native, data, home, log);
    await evictOrphan(data, log);
    return await launch({ native, data, home, settings: { ...DURABLE, ...settings }, release });
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

/** initdb into a directory of another name: a half-made cluster is never taken for a whole one. */
function initialise(native: string, data: string, home: ClusterHome, log: (line: string) => void) {
  log("首次启动：正在创建数据库……");
  const half = `${data}-initialising`;
  rmSync(half, { recursive: true, force: true });
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const args = ["-D", half, "-U", "postgres", "-E", "UTF8", "--auth=trust", ...locale];
  const made = spawnSync(path.join(native, "bin/initdb"), args, {
    ...home.account,
    cwd: home.dir,
    env: environment(),
    encoding: "utf8",
  });
  if (made.status !== 0)
    throw new Error(`数据库创建失败：${made.error?.message ?? made.stderr.trim()}`);
  renameSync(half, data);
}

function checkVersion(native: string, data: string) {
  const has = readFileSync(path.join(data, "PG_VERSION"), "utf8").trim();
  const program = spawnSync(path.join(native, "bin/postgres"), ["--version"], { encoding: "utf8" });
  const wants = /(\d+)\.\d+/.exec(program.stdout ?? "")?.[1];
  if (wants && has !== wants)
    throw new Error(`${data} 是 PostgreSQL ${has} 的数据，程序自带 ${wants}，请先用 pg_dump 迁移`);
}
