// npm run pictures [-- http://localhost:3000]: the pictures of the README and of the walks, of the demonstration as a first start makes it.
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
const WHOLE = { width: 1366, height: 768 };
/** Beside a step of a walk: small, and what the step is about alone. */
const STEP = { width: 1100, height: 900 };
const PHONE = { width: 390, height: 640 };
const MOST_BYTES = 60_000;
/** The last that a first start puts in. */
const LAST = "演示数据：补货";

/** Opens a document that the guide tells of, at one of its parts. */
const told = (goods, label, more) => async (page) => {
  await page.goto("/demo/index");
  await page.locator("section.card", { hasText: goods }).getByRole("link", { name: label }).first().click();
  await page.waitForURL((url) => !url.pathname.startsWith("/demo/"));
  if (more) await page.goto(`${page.url()}${more}`);
};

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

/** Of what stands in `part`, from its top as high as `high` pixels. */
const steps = [
  {
    name: "purchase-awards",
    person: "buyer",
    part: "[aria-label=比价表]",
    high: 400,
    open: told("电子厨房秤", "询价与定标"),
  },
  { name: "purchase-inspection", person: "buyer", part: "main", high: 460, open: told("快充充电器", "拒收9%的质检") },
  { name: "money-pool", person: "buyer", part: "table", high: 166, open: (page) => page.goto("/finance/request/pool") },
  { name: "money-returned", person: "finance", part: "main", high: 420, open: told("卷发棒", "退汇的OA付款") },
  {
    name: "order-rules",
    person: "order",
    part: ".record-parts",
    high: 400,
    open: told("桌面收纳套装", "拆成两个包裹的订单", "&tab=rules"),
  },
  { name: "order-parcel", person: "order", part: "main", high: 420, open: told("桌面收纳套装", "被拦截的包裹") },
  {
    name: "figures-last",
    person: "exec",
    part: "#ranks",
    high: 300,
    open: (page) => page.goto("/cockpit/overview/index?by=netProfit&order=asc"),
  },
  { name: "figures-models", person: "exec", part: "main", high: 480, open: told("快充充电器", "亏损的月份") },
  {
    name: "clicks-replenish",
    person: "ops",
    part: "[aria-label=计算过程]",
    high: 255,
    open: told("电子厨房秤", "今天的补货建议"),
  },
  {
    name: "clicks-phone",
    person: "ops_manager",
    viewport: PHONE,
    part: "body",
    high: PHONE.height,
    open: (page) => page.goto("/mobile"),
  },
];

const SETTLED_MS = 1500;

/** Signs in, in a browser context of its own. */
async function personIn(browser, address, username, viewport) {
  const page = await browser.newPage({ baseURL: address, viewport });
  await page.goto("/login");
  await page.fill("[name=username]", username);
  await page.fill("[name=password]", "123456");
  await page.press("[name=password]", "Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  return page;
}

async function take(page, { name, open, part, high }) {
  const file = path.join(folder, `${name}.png`);
  await open(page);
  await page.mouse.move(5, 5);
  // Charts draw themselves when they come into view.
  await sleep(SETTLED_MS);
  if (!part) return page.screenshot({ path: file });
  const target = page.locator(part).first();
  await target.evaluate((e) => e.scrollIntoView());
  const { x, y, width, height } = await target.boundingBox();
  return page.screenshot({ path: file, clip: { x, y, width, height: Math.min(height, high) } });
}

/** All pictures of the product at an address. */
async function takeAll(address) {
  const browser = await chromium.launch({ executablePath: await prepareBrowser(), args: ["--no-sandbox"] });
  try {
    for (const picture of [...pages, ...steps]) {
      const { name, person = "admin", viewport = picture.part ? STEP : WHOLE } = picture;
      const page = await personIn(browser, address, person, viewport);
      const { length } = await take(page, picture);
      await page.close();
      console.log(`docs/pictures/${name}.png ${Math.round(length / 1000)} kB`);
      if (picture.part && length > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES} bytes`);
    }
  } finally {
    await browser.close();
  }
}

/** Starts the product anew, and ends it when `use` has done. */
async function withProduct(use) {
  const address = freeAddress();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "erp-pictures-"));
  const settings = {
    PORT: new URL(address).port,
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    CAPTCHA: "off",
    STAND_INS: "off",
    RATES_URL: "off",
    REPORTS: "off",
  };
  const product = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, ...settings, DATABASE_URL: "", ERP_API_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((done, fail) => {
      product.stdout.on("data", (piece) => String(piece).includes(LAST) && done());
      product.once("close", () => fail(new Error("the product ended")));
    });
    await use(address);
  } finally {
    product.kill("SIGTERM");
    await new Promise((done) => product.once("close", done));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

// An address takes them of a product that runs there.
const [running] = process.argv.slice(2);
await (running ? takeAll(running) : withProduct(takeAll));
