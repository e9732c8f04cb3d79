import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { errorText } from "../errors";

const NOBODY = 65534;
const SYSTEM_HOME = "/var/lib/erp-console";

/** Where the cluster lives and whom its processes run as (no uid: whoever we are). */
export interface ClusterHome {
  dir: string;
  account: { uid?: number; gid?: number };
}

/** Can this account walk to the directory? Asked of the system, so that ACLs and mounts count too. */
function reaches(dir: string, account: ClusterHome["account"]): boolean {
  const asked = spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", dir], { ...account, cwd: "/" });
  return asked.status === 0;
}

/**
 * Makes `${dataDir}/pg`. PostgreSQL refuses to run as root: then the directory belongs to an
 * unprivileged account (its owner so far, else 65534). Where that account cannot walk to `dataDir`
 * (below /root, say), the files live in /var/lib/erp-console and `${dataDir}/pg` links there.
 * @throws Error in the operator's words when no place works.
 */
export function prepareHome(dataDir: string, log: (line: string) => void): ClusterHome {
  const wanted = path.join(dataDir, "pg");
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(wanted)) mkdirSync(wanted, { mode: 0o700 });
  const dir = realpathSync(wanted);
  if (process.getuid?.() !== 0) {
    if (statSync(dir).uid !== process.getuid?.())
      throw new Error(`数据库目录 ${dir} 属于另一个系统用户，请用该用户启动，或更换 DATA_DIR`);
    return { dir, account: {} };
  }
  const owner = statSync(dir);
  const account = owner.uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid: owner.uid, gid: owner.gid };
  chownSync(dir, account.uid, account.gid);
  if (reaches(dir, account)) return { dir, account };
  if (readdirSync(dir).length > 0 || lstatSync(wanted).isSymbolicLink())
    throw new Error(`root 启动时数据库以系统用户 ${account.uid} 运行，但它进不了 ${dir}，请更换 DATA_DIR`);

  const elsewhere = path.join(SYSTEM_HOME, randomUUID().slice(0, 8));
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  chownSync(elsewhere, account.uid, account.gid);
  if (!reaches(elsewhere, account))
    throw new Error(`系统用户 ${account.uid} 进不了 ${dataDir}，也进不了 ${elsewhere}，请更换 DATA_DIR`);
  if (existsSync(wanted)) rmdirSync(wanted);
  symlinkSync(elsewhere, wanted);
  log(`数据库文件放在 ${elsewhere}（${wanted} 指向它）：数据库用户进不了 ${dataDir}`);
  return { dir: elsewhere, account };
}

/** Takes away `dataDir` and the cluster in it, wherever its files lie. */
export function removeHome(dataDir: string): void {
  const there = path.join(dataDir, "pg");
  if (existsSync(there)) rmSync(realpathSync(there), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

const SOCKET = ".s.PGSQL.5432";
// A socket's whole path must fit into 104 bytes (macOS) or 108 (Linux), with its final NUL.
const LONGEST = 103 - `/${SOCKET}`.length;

/**
 * Directory of the server's socket: the cluster's own, or a short one in the temporary directory.
 * Only the cluster's account (and root) may enter it: that is the database's access control.
 */
export function socketDirectory({ dir, account }: ClusterHome): string {
  if (Buffer.byteLength(dir) <= LONGEST && /^[\w./-]+$/.test(dir)) return dir;
  const name = `erp-pg-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`;
  const short = path.join(os.tmpdir(), name);
  const uid = account.uid ?? process.getuid?.();
  try {
    mkdirSync(short, { mode: 0o700 });
    if (account.uid !== undefined) chownSync(short, account.uid, account.gid ?? account.uid);
  } catch (error) {
    if (errorText(error, "code") !== "EEXIST") throw error;
  }
  const found = lstatSync(short);
  if (!found.isDirectory() || found.uid !== uid)
    throw new Error(`${short} 属于别人，数据库不能把套接字放在那里，请更换 DATA_DIR`);
  return short;
}

/**
 * The same, ready for a new server: what a killed one left goes. The server itself would believe a
 * lock file whose pid is a zombie or has been given to another process. Only this cluster uses the
 * directory, and its former server has ended (evictOrphan).
 */
export function emptySocketDirectory(home: ClusterHome): string {
  const dir = socketDirectory(home);
  for (const name of [SOCKET, `${SOCKET}.lock`]) rmSync(path.join(dir, name), { force: true });
  return dir;
}
