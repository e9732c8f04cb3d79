import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { processIdentity } from "./cluster-process";
import { errorText } from "./errors";

/** Another live process runs this cluster. */
export class HomeInUse extends Error {}

/**
 * Takes the cluster directory for this process, so that a second start never stops the first one's
 * database. A lock whose process is gone counts for nothing.
 * @returns gives the directory free again.
 * @throws Error when a live process holds it.
 */
export function claimHome(dir: string): () => void {
  const file = path.join(dir, "owner");
  const mine = processIdentity(process.pid) ?? String(process.pid);
  for (let tries = 0; ; tries++) {
    try {
      writeFileSync(file, mine, { flag: "wx" });
      return () => {
        if (readOwner(file) === mine) rmSync(file, { force: true });
      };
    } catch (error) {
      if (errorText(error, "code") !== "EEXIST" || tries > 5) throw error;
    }
    const owner = readOwner(file);
    const pid = Number.parseInt(owner, 10);
    if (pid && processIdentity(pid) === owner)
      throw new HomeInUse(`数据目录 ${dir} 正被进程 ${pid} 使用，请先停止它，或更换 DATA_DIR`);
    rmSync(file, { force: true });
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
