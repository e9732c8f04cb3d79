import { readFileSync, rmSync, writeFileSync } from "node:fs";

/** Runs `work` while no other live process holds `file`; waits for one that does. */
export async function withLock(file, log, work) {
  for (let told = false; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const holder = pidIn(file);
    if (!lives(holder)) {
      rmSync(file, { force: true });
      continue;
    }
    if (!told) log(`等待进程 ${holder} 完成构建……`);
    told = true;
    await new Promise((done) => setTimeout(done, 100));
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function pidIn(file) {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch {
    return 0;
  }
}

function lives(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
