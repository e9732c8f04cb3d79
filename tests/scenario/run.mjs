// npm run scenario: plays the acceptance scenarios over HTTP on an empty database of their own.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBuild } from "../../scripts/build.mjs";
import { start, stopAll } from "../bench/servers.mjs";
import { ledger } from "./ledger.mjs";
import { people } from "./people.mjs";
import { purchase } from "./purchase.mjs";
import { unhappy } from "./unhappy.mjs";

const dir = mkdtempSync(path.join(os.tmpdir(), "erp-scenario-"));
const book = ledger();
try {
  await ensureBuild();
  console.log("正在新建空库……");
  const backend = await start(() => ["scripts/start.mjs", "backend"], {
    ready: "/readyz",
    env: {
      DATA_DIR: dir,
      DATABASE_URL: "",
      DEMO: "on",
      DEMO_PROFILE: "staff",
      PASSWORD_ENCODING: "base64",
    },
  });
  const as = people(`${backend.url}/api`);
  const world = await purchase(as, book);
  await unhappy(book, world);
  await backend.stop();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  stopAll();
  rmSync(dir, { recursive: true, force: true });
}
const { passed, failed } = book.result();
if (failed) process.exitCode = 1;
console.log(`\n${passed} passed, ${failed + (process.exitCode && !failed ? 1 : 0)} failed`);
