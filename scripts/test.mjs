// npm test: everything that must hold, counted in one last line "N passed, N failed".
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBuild, root } from "./build.mjs";
import { prepareBrowser, prepareWholeBrowser } from "./test-browser.mjs";
import { countPlaywright, countVitest } from "./test-count.mjs";
import { testFolder } from "./test-folder.mjs";
import { prepareNginx } from "./test-nginx.mjs";
import { startTestProduct } from "./test-product.mjs";
import { run } from "./test-run.mjs";

process.chdir(root);
const reports = path.join(root, ".cache/test");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total = { passed: 0, failed: 0 };
/** What failed, said again at the end: of a long log often only the end is kept. */
const failures = [];
// Databases and profiles of the browser vanish with the run: memory holds them where it has room.
const env = { ...process.env, NODE_ENV: undefined, TMPDIR: testFolder() };

/** Runs one step, adds what it counted, and says so. A step that counted no test has failed. */
async function step(name, work) {
  const begun = Date.now();
  const counted = await Promise.resolve()
    .then(work)
    .catch((error) => ({ passed: 0, failed: 1, said: error.message }));
  console.log(`\n━━ ${name}`);
  if (counted.said?.trim()) console.log(counted.said);
  if (counted.passed + counted.failed === 0) {
    console.error(`${name}: no test was run`);
    counted.failed = 1;
  }
  total.passed += counted.passed;
  total.failed += counted.failed;
  if (counted.failed) failures.push(name, ...(counted.names ?? []).map((n) => `  ${n}`));
  const seconds = Math.round((Date.now() - begun) / 1000);
  console.log(`━━ ${name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)`);
}

const asOne = ({ ok, said }) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, said });
const check = (...args) => run(args, { env, kept: true }).then(asOne);

let built = true;
const build = () =>
  ensureBuild().catch((error) => {
    console.error(error.message);
    built = false;
    total.failed += 1;
  });

const types = () => check("node_modules/typescript-native/bin/tsc", "--noEmit");
const lint = () => check("node_modules/@biomejs/biome/bin/biome", "check", ".");

async function vitest() {
  const file = path.join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const NGINX = prepareNginx();
  const args = ["node_modules/vitest/vitest.mjs", "run", ...reporters];
  return countVitest(file, (await run(args, { env: { ...env, NGINX } })).ok);
}

async function scenarios() {
  const { said } = await run(["tests/scenario/run.mjs", "purchase"], { env, kept: true });
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(said) ?? [0, 0, 1];
  return { passed: Number(passed), failed: Number(failed), said };
}

async function browser(product) {
  const CHROMIUM = await prepareBrowser();
  const WHOLE_CHROMIUM = await prepareWholeBrowser();
  const file = path.join(reports, "playwright.json");
  const where = { PRODUCT: product.address, PRODUCT_STARTED: "true" };
  const more = { CHROMIUM, WHOLE_CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...where };
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"];
  return countPlaywright(file, (await run(args, { env: { ...env, ...more } })).ok);
}

await Promise.all([step("types", types), step("lint", lint), build()]);
const product = built && startTestProduct(env);
await Promise.all([
  step("unit, contract, architecture and screens", vitest),
  built && step("scenarios on an empty database", scenarios),
]);
if (built) {
  await step("browser", () => browser(product));
  await product.stop();
}

process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
if (failures.length) console.log(`\nfailed:\n${failures.join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
