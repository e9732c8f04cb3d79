import { execFileSync, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { testFolder } from "./test-folder.mjs";
import { tied } from "./test-tie.mjs";

// Asked for by a program of its own: Playwright's settings are read without waiting.
const FREE_PORT = `const s = require("net").createServer().listen(0, () => {
  process.stdout.write(String(s.address().port)); s.close(); })`;

/** An address of this machine that nobody serves. */
export const freeAddress = () =>
  `http://127.0.0.1:${execFileSync(process.execPath, ["-e", FREE_PORT], { encoding: "utf8" })}`;

/** Settings of the product that browser tests look at, on new data that go when it ends. */
export function productSettings(address) {
  const { port } = new URL(address);
  return {
    NODE_ENV: "production",
    PORT: port,
    DATA_DIR: path.join(testFolder(), `erp-e2e-${port}`),
    CAPTCHA: "off",
    // Tests that change rights behind the console's back wait until it asks again.
    ANSWERS_SECONDS: "3",
    DEMO_FACTS: "small",
    // Never the database or backend that the caller's own settings name.
    DATABASE_URL: "",
    ERP_API_URL: "",
  };
}

/**
 * Starts that product and does not wait for it: it fills its database while other tests run.
 * @returns its address, and how to end it.
 */
export function startTestProduct(env) {
  const address = freeAddress();
  const settings = productSettings(address);
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...tied(env), ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => child.once("close", done));
  return {
    address,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(settings.DATA_DIR, { recursive: true, force: true });
    },
  };
}
