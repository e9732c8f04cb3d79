import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { processIdentity, servesDirectory, waitForEnd } from "./cluster-process";

/** Process id in `postmaster.pid`, undefined when there is none. */
export function postmasterPid(data: string): number | undefined {
  try {
    return (
      Number.parseInt(readFileSync(path.join(data, "postmaster.pid"), "utf8"), 10) || undefined
    );
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
export async function evictOrphan(data: string, log: (line: string) => void): Promise<void> {
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
  if (processIdentity(pid) || isZombie(pid))
    rmSync(path.join(data, "postmaster.pid"), { force: true });
}

/** A signal still finds it, but it has no identity any more. */
function isZombie(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
