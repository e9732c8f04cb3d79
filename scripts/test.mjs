// npm test: everything that must hold, counted in one last line "N passed, N failed".
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { runnerImport } from "vite";
import { toolOf } from "../tools/install.mjs";
import { ensureBuild, root } from "./build.mjs";
import { prepareBrowser, prepareWholeBrowser } from "./test-browser.mjs";
import { countPlaywright, countVitest, slowest } from "./test-count.mjs";
import { testFolder } from "./test-folder.mjs";
import { prepareNginx } from "./test-nginx.mjs";
import { startTestProduct } from "./test-product.mjs";
import { run } from "./test-run.mjs";

process.chdir(root);
const reports = path.join(root, ".cache/test");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
// What the database says of the statements of this run, and of no other.
rmSync(path.join(root, ".cache/statements"), { recursive: true, force: true });
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
// Several checkers learn the same types several times, and what lives for ten seconds needs no sweeping.
const types = () =>
  run([toolOf("tsc"), "--noEmit", "--checkers", "1"], { env: { ...env, GOGC: "off" }, kept: true }).then(asOne);

let built = true;
const build = () =>
  ensureBuild().catch((error) => {
    console.error(error.message);
    built = false;
    total.failed += 1;
  });

/** The databases of the whole run: what one kind of test has made, the next copies. */
async function openDatabases() {
  const alias = { "#backend": path.join(root, "backend"), "#documents": path.join(root, "documents") };
  const options = { configFile: false, logLevel: "error", resolve: { alias } };
  const { module } = await runnerImport(path.join(root, "tests/slot.ts"), options);
  const databases = await module.runDatabases();
  const { admin, prefix, strategy } = databases;
  env.RUN_DATABASES = JSON.stringify({ admin, prefix, strategy });
  return databases;
}

const lint = () => check(toolOf("biome"), "check", ".");

async function vitest() {
  const file = path.join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const NGINX = prepareNginx();
  const args = ["node_modules/vitest/vitest.mjs", "run", ...reporters];
  const { ok } = await run(args, { env: { ...env, NGINX } });
  const slow = slowest(file).map((line) => line.replace(`${root}/`, ""));
  return { ...countVitest(file, ok), said: `the slowest files:\n${slow.join("\n")}` };
}

const statements = () => check("tests/statements/check.mjs");

async function scenarios() {
  const { said } = await run(["tests/scenario/run.mjs", "purchase"], { env, kept: true });
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(said) ?? [0, 0, 1];
  return { passed: Number(passed), failed: Number(failed), said };
}

/** The product that browsers look at begins with the demonstration that the tests before them made. */
async function browser() {
  const product = await startTestProduct(env, await databases.copy("demo"));
  try {
    return await browse(product.address);
  } finally {
    await product.stop();
  }
}

async function browse(address) {
  const CHROMIUM = await prepareBrowser();
  const WHOLE_CHROMIUM = await prepareWholeBrowser();
  const file = path.join(reports, "playwright.json");
  const where = { PRODUCT: address, PRODUCT_STARTED: "true" };
  const more = { CHROMIUM, WHOLE_CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...where };
  const args = ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json"];
  return countPlaywright(file, (await run(args, { env: { ...env, ...more } })).ok);
}

const [databases] = await Promise.all([openDatabases(), build()]);
await step("unit, contract, architecture and screens", vitest);
// Browsers wait for pages and clocks: what needs a processor alone has room beside them.
await Promise.all([
  built && step("browser", browser),
  step("statements claim the columns that they read", statements),
  built && step("scenarios on an empty database", scenarios),
  step("types", types),
  step("lint", lint),
]);
await databases.end();

process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
if (failures.length) console.log(`\nfailed:\n${failures.join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
