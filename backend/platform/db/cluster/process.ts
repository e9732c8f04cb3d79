import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const hasProc = existsSync("/proc/self/stat");

/** `ps` output for one process, "" when it is gone. For systems without /proc. */
function ps(pid: number, columns: string): string {
  try {
    return execFileSync("ps", ["-o", columns, "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/**
 * A text that names one running process for good: its start time makes a recycled pid another one.
 * Null when the process is gone or a zombie.
 */
export function processIdentity(pid: number): string | null {
  if (!hasProc) {
    const line = ps(pid, "stat=,lstart=");
    return !line || line.startsWith("Z") ? null : `${pid} ${line.replace(/^\S+\s+/, "")}`;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces; state is the first field after it, start time the 20th.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : `${pid} ${fields[19]}`;
  } catch {
    return null;
  }
}

/** True when `pid` is a live postgres that was started on exactly this data directory. */
export function servesDirectory(pid: number, directory: string): boolean {
  if (!processIdentity(pid)) return false;
  if (!hasProc) return ps(pid, "command=").includes(`-D ${directory}`);
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return /postgres$/.test(words[0] ?? "") && words[words.indexOf("-D") + 1] === directory;
  } catch {
    return false;
  }
}

/** Waits until the process is gone (or a zombie). False when it still lives after `ms`. */
export async function waitForEnd(pid: number, ms: number): Promise<boolean> {
  const identity = processIdentity(pid);
  for (const until = Date.now() + ms; Date.now() < until; ) {
    if (!identity || processIdentity(pid) !== identity) return true;
    await new Promise((done) => setTimeout(done, 20));
  }
  return false;
}
