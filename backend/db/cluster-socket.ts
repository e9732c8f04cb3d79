import { createHash } from "node:crypto";
import { chownSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { ClusterHome } from "./cluster-home";
import { errorText } from "./errors";

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
