import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { test } from "vitest";

test("goes on until somebody ends it", async () => {
  spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  writeFileSync(String(process.env.SAYS_READY), String(process.pid));
  await new Promise(() => {});
});
