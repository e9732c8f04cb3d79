// npm run pictures: the pictures of the README, of the demonstration as a first start makes it.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "playwright";
import { root } from "./build.mjs";
import { prepareBrowser } from "./test-browser.mjs";
import { freeAddress } from "./test-product.mjs";

process.chdir(root);
const folder = path.join(root, "docs/pictures");
/** From a row to its document. */
const FIRST = 'a[href*="/orderUpdate/index"][href*="id="]';

const pages = [
  { name: "home", open: (page) => page.goto("/wel/index") },
  { name: "list", open: (page) => page.goto("/purchaseOrder/index?status=executing") },
  {
    name: "document",
    async open(page) {
      await page.goto("/purchaseOrder/index?status=completed");
      await page.locator("tbody").locator(FIRST).first().click();
      await page.waitForLoadState();
    },
  },
  { name: "cockpit", open: (page) => page.goto("/cockpit/overview/index") },
];

const address = freeAddress();
const dataDir = mkdtempSync(path.join(os.tmpdir(), "erp-pictures-"));
const settings = {
  PORT: new URL(address).port,
  HOST: "127.0.0.1",
  DATA_DIR: dataDir,
  CAPTCHA: "off",
  STAND_INS: "off",
};
const product = spawn(process.execPath, ["scripts/start.mjs"], {
  env: { ...process.env, ...settings, DATABASE_URL: "", ERP_API_URL: "" },
  stdio: ["ignore", "pipe", "inherit"],
});
/** The last that a first start puts in. */
const LAST = "演示数据：补货";
const filled = new Promise((done, fail) => {
  product.stdout.on("data", (piece) => String(piece).includes(LAST) && done());
  product.once("close", () => fail(new Error("the product ended")));
});

const browser = await chromium.launch({ executablePath: await prepareBrowser(), args: ["--no-sandbox"] });
try {
  await filled;
  const page = await browser.newPage({ baseURL: address, viewport: { width: 1366, height: 768 } });
  await page.goto("/login");
  await page.fill("[name=username]", "admin");
  await page.fill("[name=password]", "123456");
  await page.press("[name=password]", "Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  for (const { name, open } of pages) {
    await open(page);
    await page.mouse.move(5, 5);
    // Charts draw themselves when they come into view.
    await sleep(1500);
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
    console.log(`docs/pictures/${name}.png`);
  }
} finally {
  await browser.close();
  product.kill("SIGTERM");
  await new Promise((done) => product.once("close", done));
  rmSync(dataDir, { recursive: true, force: true });
}
