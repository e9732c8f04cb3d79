import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { errorText } from "../errors";
import { readMigrations } from "../migrate";
import type { ClusterHome } from "./home";

/** A cluster that the installation leaves for first starts. */
export interface FirstCluster {
  dir: string;
  /** What its rows are of: where that is another by now, it is left. */
  holds?: () => string;
  /** Of two hundred megabytes a second copy takes longer than it saves: the first start has the files themselves. */
  once?: boolean;
}

const madeOf = z.object({ platform: z.string(), server: z.string(), migrations: z.string(), holds: z.string() });

/** What has to be the same for the files of one cluster to serve as those of another. */
const wanted = (native: string, { holds }: FirstCluster): z.infer<typeof madeOf> => ({
  platform: `${process.platform}-${process.arch}`,
  server: spawnSync(path.join(native, "bin/postgres"), ["--version"], { encoding: "utf8" }).stdout?.trim() ?? "",
  migrations: readMigrations()
    .map(({ checksum }) => checksum)
    .join(),
  holds: holds?.() ?? "",
});

/** @throws Error with what the system's program said */
function run(program: string, args: string[], account: ClusterHome["account"] = {}) {
  const done = spawnSync(program, args, { ...account, cwd: "/", encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${program}：${done.error?.message ?? done.stderr.trim()}`);
}

/** @returns whether the files went there themselves: not from another disk or out of somebody else's folder */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (errorText(error, "code") === "ENOENT") throw error;
    run("cp", ["-R", from, to]);
    return false;
  }
}

/**
 * Leaves the files of a cluster that has been stopped in `keep`, for first starts of whoever runs this installation.
 * @throws Error where they cannot be written
 */
export function keepFirst(native: string, data: string, keep: FirstCluster): void {
  rmSync(keep.dir, { recursive: true, force: true });
  moved(realpathSync(data), keep.dir);
  run("chmod", ["-R", "a+rX", keep.dir]);
  run("sync", []);
  writeFileSync(path.join(keep.dir, "made-of.json"), JSON.stringify(wanted(native, keep)));
}

/**
 * Takes the cluster in `kept` to `data`, for the account of a home.
 * @returns false where there is none of this program, or it cannot be taken: then one is made
 */
export function takeFirst(native: string, data: string, { account }: ClusterHome, kept: FirstCluster): boolean {
  try {
    const made = madeOf.parse(JSON.parse(readFileSync(path.join(kept.dir, "made-of.json"), "utf8")));
    if (JSON.stringify(made) !== JSON.stringify(wanted(native, kept))) return false;
    const copied = !kept.once || !moved(kept.dir, data);
    if (!kept.once) run("cp", ["-R", kept.dir, data]);
    rmSync(path.join(data, "made-of.json"));
    chmodSync(data, 0o700);
    if (account.uid !== undefined) run("chown", ["-R", `${account.uid}:${account.gid}`, data]);
    // A server takes for granted that what it starts on has reached the disk.
    if (copied) run(path.join(native, "bin/initdb"), ["-D", data, "--sync-only"], account);
    return true;
  } catch {
    rmSync(data, { recursive: true, force: true });
    return false;
  }
}
