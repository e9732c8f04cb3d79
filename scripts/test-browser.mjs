import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { aptInstall, findProgram } from "./test-system.mjs";

// Chromium as people have it: with windows of its own, and with the back/forward cache.
const whole = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
// The same Chromium without them: half the work per page, so that it is installed beside a whole one.
const SHELL = "chromium-headless-shell";

/** Path of the Chromium to test with, installed first when there is none. Says which it is. */
export async function prepareBrowser() {
  const browser = await findBrowser();
  if (!browser) throw new Error("no Chromium: install one, or set CHROMIUM to the path of its program");
  const { stdout } = spawnSync(browser, ["--version"], { encoding: "utf8" });
  console.log(`browser: ${browser} (${stdout?.trim() || "unknown version"})`);
  prepareFonts();
  return browser;
}

/** Path of a whole Chromium, for what its shell lacks; installed first when there is none. */
export async function prepareWholeBrowser() {
  if (!findProgram(whole)) aptInstall("chromium");
  const { chromium } = await import("playwright");
  const find = () => findProgram([...whole, chromium.executablePath()]);
  if (!find()) download();
  const browser = find();
  if (!browser) throw new Error("no whole Chromium: install the package chromium");
  return browser;
}

async function findBrowser() {
  const { CHROMIUM } = process.env;
  if (CHROMIUM && !existsSync(CHROMIUM)) throw new Error(`CHROMIUM=${CHROMIUM} does not exist`);
  if (CHROMIUM) return CHROMIUM;
  const { chromium } = await import("playwright");
  const find = () => findProgram([SHELL, ...whole, chromium.executablePath()]);
  if (!findProgram([SHELL])) aptInstall(SHELL, "fonts-noto-cjk");
  if (!find()) aptInstall("chromium", "fonts-noto-cjk");
  if (!find()) download();
  return find();
}

/** Playwright's own build, where its host can be reached. */
function download() {
  const cli = "node_modules/playwright/cli.js";
  const options = { stdio: ["ignore", "inherit", "inherit"] };
  spawnSync(process.execPath, [cli, "install", "chromium"], options);
}

/** Without a Chinese font every page is little boxes: no test fails, but no screenshot is of use. */
function prepareFonts() {
  const { stdout, error } = spawnSync("fc-list", [":lang=zh"], { encoding: "utf8" });
  if (error || stdout.trim() || process.platform !== "linux") return;
  if (!aptInstall("fonts-noto-cjk")) console.log("no Chinese font: screenshots will show boxes");
}
