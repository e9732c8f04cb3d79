import { execFileSync, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { testFolder } from "./test-folder.mjs";
import { tied } from "./test-tie.mjs";

// Asked for by a program of its own: Playwright's settings are read without waiting.
const FREE_PORT = `const s = require("net").createServer().listen(0, () => {
  process.stdout.write(String(s.address().port)); s.close(); })`;

/** Keys of tests: known to everybody, so for nothing else. */
export const TEST_KEYS = `test:${Buffer.alloc(32, 7).toString("base64")}`;

/** What a hash of a password costs in tests, which sign in hundreds of people and keep out no thief. */
export const TEST_COST = { N: 16, r: 8, p: 1 };

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
    // Money of a day is what the demonstration's rates make of it.
    RATES_URL: "off",
    REPORTS: "off",
    // Tests that change rights behind the console's back wait until it asks again.
    ANSWERS_SECONDS: "3",
    DEMO_PROFILE: "small",
    // Never the database or backend that the caller's own settings name.
    DATABASE_URL: "",
    ERP_API_URL: "",
  };
}

/**
 * Starts that product on a database that exists, and waits until it is ready.
 * @returns its address, and how to end it.
 * @throws Error when it ends, or is not ready within a minute
 */
export async function startTestProduct(env, DATABASE_URL) {
  const address = freeAddress();
  const settings = { ...productSettings(address), DATABASE_URL, SECRET_KEYS: TEST_KEYS };
  const child = spawn(process.execPath, ["tests/product/serve.mjs"], {
    env: { ...tied(env), ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => child.once("close", done));
  const ready = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; !(await ready()); tries++) {
    if (child.exitCode !== null || tries > 300) throw new Error("the product for browsers does not start");
    await sleep(200);
  }
  return {
    address,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      rmSync(settings.DATA_DIR, { recursive: true, force: true });
    },
  };
}
