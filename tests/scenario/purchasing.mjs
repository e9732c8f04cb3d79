// Purchasing on an empty database: people and masters, no document.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { start } from "../bench/servers.mjs";
import { books } from "./books.mjs";
import { logistics } from "./logistics.mjs";
import { money } from "./money.mjs";
import { page, people } from "./people.mjs";
import { purchase } from "./purchase.mjs";
import { receipt } from "./receipt.mjs";
import { unhappy } from "./unhappy.mjs";
import { reversal, tolerance } from "./unhappy-receipt.mjs";

export async function purchasing(book) {
  const dir = mkdtempSync(path.join(os.tmpdir(), "erp-scenario-"));
  try {
    console.log("正在新建空库……");
    const backend = await start(() => ["scripts/start.mjs"], {
      ready: "/readyz",
      env: { DATA_DIR: dir, DATABASE_URL: "", DEMO: "on", DEMO_PROFILE: "staff", PASSWORD_ENCODING: "base64" },
    });
    const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
    db.on("error", () => {}); // its server ends
    await db.connect();
    const as = people(`${backend.url}/api`);
    const world = await purchase(as, book);
    const paying = await money(as, book, world);
    const deposits = await paying.deposits();
    const received = await receipt(as, book, { ...world, paying });
    await reversal(book, received);
    await received.goBack();
    const oa = await paying.balances(deposits);
    await books(db, book, { ...world, value: "2146.15" });
    const sheet = await page(backend.url, "finance", `/finance/oapayment/printOaPayment?id=${oa}`);
    const said = sheet.replace(/<[^>]*>/g, "").match(/合计[^（]*231\.36（大写：([^）]*)）/)?.[1];
    book.check("打印的大写", "贰佰叁拾壹元叁角陆分 USD", said);
    await logistics(as, book, world);
    await tolerance(book, received);
    await unhappy(book, world);
    await db.end();
    await backend.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
