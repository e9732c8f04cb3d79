// npm run hostile: every call and form with everything hostile; milliseconds are real ones.
import { spawn } from "node:child_process";
import { tied } from "../../scripts/test-tie.mjs";

const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "product", "tests/hostile"];
const env = { ...tied(), HOSTILE: "full", HOSTILE_ONLY: process.argv[2] ?? "" };
spawn(process.execPath, args, { env, stdio: "inherit" }).on("exit", (code) => {
  process.exitCode = code ?? 1;
});
