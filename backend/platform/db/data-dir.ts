import { closeSync, mkdirSync, openSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";
import { diskReason, errorText } from "./errors";

/** With less than this a start would fail half way: the database alone writes 16 MB at a time. */
const NEEDED_MB = 100;

const freeMb = (dir: string): number => {
  const { bavail, bsize } = statfsSync(dir);
  return Math.floor((bavail * bsize) / 1024 / 1024);
};

/**
 * Makes the data directory and tries whether it can be written to, before anything depends on it.
 * @throws Error that names DATA_DIR and what is wrong with it
 */
export function requireDataDir(dir: string, free = freeMb): void {
  try {
    mkdirSync(dir, { recursive: true });
    const probe = path.join(dir, `.probe-${process.pid}`);
    closeSync(openSync(probe, "w"));
    rmSync(probe);
  } catch (error) {
    const reason = diskReason(error) ?? errorText(error, "message");
    throw new Error(`数据目录 DATA_DIR=${dir} 不能使用：${reason}`, { cause: error });
  }
  const left = free(dir);
  if (left < NEEDED_MB)
    throw new Error(`磁盘空间不足：DATA_DIR=${dir} 所在的磁盘只剩 ${left} MB，至少需要 ${NEEDED_MB} MB`);
}
