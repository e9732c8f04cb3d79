import { mkdtempSync } from "node:fs";
import type { Server } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import type { PASSWORD_COST } from "#backend/platform/auth/password";
import { TEST_COST, TEST_KEYS } from "../../scripts/test-product.mjs";
import { copyDatabase } from "../harness";
import { freePort } from "../program/free-port";

/** What build/index.js gives to whoever imports it. */
interface Build {
  serve(): Promise<{ server: Server }>;
  setPasswordCost(cost: typeof PASSWORD_COST): void;
}

const SETTINGS = {
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  CAPTCHA: "off",
  RATES_URL: "off",
  REPORTS: "off",
  DEMO_PROFILE: "small",
  SECRET_KEYS: TEST_KEYS,
  // Tests that change rights behind the console's back wait until it asks again.
  ANSWERS_SECONDS: "1",
};

/** The built product in this process, on a copy of the demonstration. It ends with the process. */
async function start(): Promise<string> {
  const { url } = await copyDatabase("demo");
  const dataDir = mkdtempSync(path.join(inject("folder"), "product-"));
  const PORT = String(await freePort());
  Object.assign(process.env, SETTINGS, { PORT, DATA_DIR: dataDir, DATABASE_URL: url });
  const build: Build = await import(pathToFileURL(path.resolve("build/index.js")).href);
  build.setPasswordCost(TEST_COST);
  await build.serve();
  return `http://127.0.0.1:${PORT}`;
}

let started: Promise<string> | undefined;

/** Address of the product, started once in each worker. */
export function productOrigin(): Promise<string> {
  started ??= start();
  return started;
}

/** Another console in front of the same backend, which shares nothing with the first but the key. */
export async function secondConsole(): Promise<{ origin: string; close(): Promise<void> }> {
  const first = await productOrigin();
  const before = { PORT: process.env.PORT, ERP_API_URL: process.env.ERP_API_URL };
  const PORT = String(await freePort());
  Object.assign(process.env, { PORT, ERP_API_URL: `${first}/api` });
  try {
    const build: Build = await import(pathToFileURL(path.resolve("build/index.js")).href);
    const { server } = await build.serve();
    const close = async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    };
    return { origin: `http://127.0.0.1:${PORT}`, close };
  } finally {
    Object.assign(process.env, before);
    if (before.ERP_API_URL === undefined) delete process.env.ERP_API_URL;
  }
}
