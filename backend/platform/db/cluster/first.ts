import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { readMigrations } from "../migrate";
import type { ClusterHome } from "./home";

const madeOf = z.object({ platform: z.string(), server: z.string(), migrations: z.string() });

/** What has to be the same for the files of one cluster to serve as those of another. */
const wanted = (native: string): z.infer<typeof madeOf> => ({
  platform: `${process.platform}-${process.arch}`,
  server: spawnSync(path.join(native, "bin/postgres"), ["--version"], { encoding: "utf8" }).stdout?.trim() ?? "",
  migrations: readMigrations()
    .map(({ checksum }) => checksum)
    .join(),
});

/** @throws Error with what the system's program said */
function run(program: string, args: string[], account: ClusterHome["account"] = {}) {
  const done = spawnSync(program, args, { ...account, cwd: "/", encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${program}：${done.error?.message ?? done.stderr.trim()}`);
}

/**
 * Leaves the files of a cluster that has been stopped in `keep`, for first starts of whoever runs this installation.
 * @throws Error where they cannot be written
 */
export function keepFirst(native: string, data: string, keep: string): void {
  rmSync(keep, { recursive: true, force: true });
  run("cp", ["-R", realpathSync(data), keep]);
  run("chmod", ["-R", "a+rX", keep]);
  run("sync", []);
  writeFileSync(path.join(keep, "made-of.json"), JSON.stringify(wanted(native)));
}

/**
 * Copies the cluster in `kept` to `data` for the account of a home.
 * @returns false where there is none of this program, or it cannot be copied: then one is made
 */
export function takeFirst(native: string, data: string, { account }: ClusterHome, kept: string): boolean {
  try {
    const made = madeOf.parse(JSON.parse(readFileSync(path.join(kept, "made-of.json"), "utf8")));
    if (JSON.stringify(made) !== JSON.stringify(wanted(native))) return false;
    run("cp", ["-R", kept, data]);
    rmSync(path.join(data, "made-of.json"));
    chmodSync(data, 0o700);
    if (account.uid !== undefined) run("chown", ["-R", `${account.uid}:${account.gid}`, data]);
    // A server takes for granted that what it starts on has reached the disk.
    run(path.join(native, "bin/initdb"), ["-D", data, "--sync-only"], account);
    return true;
  } catch {
    rmSync(data, { recursive: true, force: true });
    return false;
  }
}
