import { accessSync, constants, statfsSync } from "node:fs";
import os from "node:os";

const MEMORY = "/dev/shm";
const ROOM = 2 * 1024 ** 3;

/**
 * Where tests keep what may vanish: in memory where that has room, because copying a database of
 * many small files takes ten times as long on a disk.
 */
export function testFolder() {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM ? MEMORY : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}
