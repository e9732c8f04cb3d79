import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { processIdentity } from "#backend/platform/db/cluster/process";
import { testFolder } from "../../scripts/test-folder.mjs";
import { family } from "./server";

const CALL = `import("./scripts/test-run.mjs").then(({ run }) => run([
  "node_modules/vitest/vitest.mjs", "run", "--config", "tests/program/tied/vitest.config.ts"]))`;

/** A run of tests as npm test starts it, once its test has begun: everything that belongs to it. */
async function going(folder: string) {
  const ready = path.join(folder, "ready");
  const { NODE_OPTIONS: _, TEST_RUN: __, ...env } = process.env;
  const top = spawn(process.execPath, ["-e", CALL], {
    env: { ...env, SAYS_READY: ready, DATABASE_URL: "", RUN_DATABASES: "" },
    stdio: "ignore",
  });
  await vi.waitUntil(() => existsSync(ready), { timeout: 60_000, interval: 100 });
  const all = family(top.pid ?? 0);
  return { top, all, names: all.map((pid) => [pid, processIdentity(pid)] as const) };
}

const alive = (names: readonly (readonly [number, string | null])[]) =>
  names.filter(([pid, name]) => name && processIdentity(pid) === name).map(([pid]) => pid);

test.each([
  ["the runner is killed", "SIGKILL", 0],
  ["the runner is told to end, as by Ctrl-C", "SIGINT", 0],
  ["vitest itself is killed", "SIGKILL", 1],
] as const)("nothing of a run of tests is left when %s", async (_, signal, at) => {
  const folder = mkdtempSync(path.join(testFolder(), "erp-tied-"));
  const { all, names } = await going(folder);
  try {
    // The runner, vitest, its worker and what that started, the shell that holds PostgreSQL, and PostgreSQL.
    expect(all.length).toBeGreaterThan(8);
    process.kill(all[at] ?? 0, signal);
    await vi.waitUntil(() => alive(names).length === 0, { timeout: 20_000, interval: 100 });
  } finally {
    for (const pid of alive(names)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
});
