// Purchasing on an empty database: people and masters, no document.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { start } from "../bench/servers.mjs";
import { money } from "./money.mjs";
import { people } from "./people.mjs";
import { purchase } from "./purchase.mjs";
import { receipt } from "./receipt.mjs";
import { unhappy } from "./unhappy.mjs";
import { reversal, tolerance } from "./unhappy-receipt.mjs";

export async function purchasing(book) {
  const dir = mkdtempSync(path.join(os.tmpdir(), "erp-scenario-"));
  try {
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
    const paying = await money(as, book, world);
    const deposits = await paying.deposits();
    const received = await receipt(as, book, { ...world, paying });
    await reversal(book, received);
    await received.goBack();
    await paying.balances(deposits);
    await tolerance(book, received);
    await unhappy(book, world);
    await backend.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
