// npm test: everything that must hold, counted in one last line "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBuild, root } from "./build.mjs";
import { prepareBrowser } from "./test-browser.mjs";
import { countPlaywright, countVitest } from "./test-count.mjs";
import { prepareNginx } from "./test-nginx.mjs";

process.chdir(root);
const reports = path.join(root, ".cache/test");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total = { passed: 0, failed: 0 };
/** What failed, said again at the end: of a long log often only the end is kept. */
const failures = [];
const env = { ...process.env, NODE_ENV: undefined };

/** Runs a program of node_modules in this terminal; true when it exits 0. */
function run(cli, args = [], more = {}) {
  const options = { stdio: ["ignore", "inherit", "inherit"], env: { ...env, ...more } };
  return (
    spawnSync(process.execPath, [path.join("node_modules", cli), ...args], options).status === 0
  );
}

/** Runs one step, adds what it counted, and says so. A step that counted no test has failed. */
async function step(name, work) {
  console.log(`\n━━ ${name}`);
  const counted = await Promise.resolve()
    .then(work)
    .catch((error) => {
      console.error(error.message);
      return { passed: 0, failed: 1 };
    });
  if (counted.passed + counted.failed === 0) {
    console.error(`${name}: no test was run`);
    counted.failed = 1;
  }
  total.passed += counted.passed;
  total.failed += counted.failed;
  if (counted.failed) failures.push(name, ...(counted.names ?? []).map((n) => `  ${n}`));
  console.log(`━━ ${name}: ${counted.passed} passed, ${counted.failed} failed`);
}

const asOne = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

await step("types", () => asOne(run("typescript/bin/tsc", ["--noEmit"])));
await step("lint", () => asOne(run("@biomejs/biome/bin/biome", ["check", "."])));
const built = await ensureBuild().then(
  () => true,
  (error) => {
    console.error(error.message);
    total.failed += 1;
    return false;
  },
);
await step("unit, contract and architecture", () => {
  const file = path.join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return countVitest(file, run("vitest/vitest.mjs", ["run", ...reporters]));
});
if (built)
  await step("scenarios on an empty database", () => {
    const options = { stdio: ["ignore", "pipe", "inherit"], env, encoding: "utf8" };
    const { stdout } = spawnSync(process.execPath, ["tests/scenario/run.mjs", "purchase"], options);
    console.log(stdout);
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(stdout) ?? [0, 0, 1];
    return { passed: Number(passed), failed: Number(failed) };
  });
if (built)
  await step("browser, with and without JavaScript", async () => {
    const CHROMIUM = await prepareBrowser();
    const NGINX = prepareNginx();
    const file = path.join(reports, "playwright.json");
    const more = { CHROMIUM, NGINX, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const ok = run("@playwright/test/cli.js", ["test", "--reporter=list,json"], more);
    return countPlaywright(file, ok);
  });

process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
if (failures.length) console.log(`\nfailed:\n${failures.join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
