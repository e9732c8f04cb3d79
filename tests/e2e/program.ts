import { execFileSync, spawn } from "node:child_process";

/** One more copy of the product on its own data, started as `npm start` does it. */
export async function startProgram(dataDir: string, mode: string[] = []) {
  const child = spawn(process.execPath, ["scripts/start.mjs", ...mode], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: "",
      ERP_API_URL: "",
      PORT: "0",
      DATA_DIR: dataDir,
      CAPTCHA: "off",
      DEMO: "off",
      ADMIN_PASSWORD: "Test-123456",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await new Promise<string>((done, fail) => {
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += chunk;
        const found = /http:\/\/localhost:(\d+)/.exec(said);
        if (found) done(`http://127.0.0.1:${found[1]}`);
      });
    child.once("exit", () => fail(new Error(said)));
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  return { url, pid: child.pid as number, ended, child };
}

/** Ends a process and everything that it started, at once and without a chance to tidy up. */
export function killTree(root: number) {
  const table = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" });
  const pairs = table
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const tree = [root];
  for (const parent of tree) for (const [pid, of] of pairs) if (of === parent) tree.push(pid);
  for (const pid of tree)
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // ended with its parent
    }
}
