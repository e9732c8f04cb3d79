import { defineConfig } from "@playwright/test";
import { freeAddress, productSettings } from "./scripts/test-product.mjs";
import { tied } from "./scripts/test-tie.mjs";

// This file is read again in every worker: the address is chosen once and handed down.
process.env.PRODUCT ??= freeAddress();
const root = process.getuid?.() === 0;
// Its workers and the product end with it.
Object.assign(process.env, tied());

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // Pictures hold no text: one set serves every machine.
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  fullyParallel: false,
  // One more than processors: a page waits for its answers, its clock and its fonts.
  workers: 3,
  // A busy machine may miss a time limit once; a real fault fails again.
  retries: 1,
  forbidOnly: process.env.CI === "true",
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: process.env.PRODUCT,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    viewport: { width: 1366, height: 768 },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    screenshot: "only-on-failure",
    trace: "on-first-retry",
    launchOptions: {
      executablePath: process.env.CHROMIUM || undefined,
      args: [
        ...(root ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  // The file name is part of what `grep` looks at. A test tagged @nojs runs in both projects, one tagged @long
  // by command: what it presses is tested in every run without script.
  projects: [
    { name: "js", grepInvert: process.env.LONG ? /\.nojs\.spec\.ts/ : /\.nojs\.spec\.ts|@long/ },
    { name: "nojs", grep: /@nojs|\.nojs\.spec\.ts/, use: { javaScriptEnabled: false } },
  ],
  webServer: {
    // The product itself on new data, which go when it ends.
    command: `trap : TERM INT; rm -rf "$DATA_DIR"; node scripts/start.mjs; rm -rf "$DATA_DIR"`,
    url: `${process.env.PRODUCT}/readyz`,
    env: productSettings(process.env.PRODUCT),
    // `npm test` has started it before the other tests.
    reuseExistingServer: process.env.PRODUCT_STARTED === "true",
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stdout: "pipe",
  },
});
