// npm run mutants -- <files>: changes of these files that no test beside them notices.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./build.mjs";
import { mutationsOf } from "./mutations.mjs";
import { testFolder } from "./test-folder.mjs";
import { run } from "./test-run.mjs";

const LEFT_BEHIND = new Set(["node_modules", ".git", ".cache", ".data", "build", "test-results"]);

/** A copy of the sources to change: the ones at hand are never touched. */
function copyOfSources() {
  const dir = mkdtempSync(path.join(testFolder(), "erp-mutants-"));
  cpSync(root, dir, {
    recursive: true,
    filter: (file) => !LEFT_BEHIND.has(path.relative(root, file).split(path.sep)[0]),
  });
  symlinkSync(path.join(root, "node_modules"), path.join(dir, "node_modules"));
  return dir;
}

/** Tests in the file's own folder, or in the nearest one above that has any: its own first, then the others. */
function nearestTests(file) {
  const own = path.basename(file).replace(/\.tsx?$/, ".test.");
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    const found = readdirSync(path.join(root, dir)).filter((name) => /\.test\.tsx?$/.test(name));
    const rounds = [found.filter((name) => name.startsWith(own)), found.filter((name) => !name.startsWith(own))];
    const near = rounds.filter((names) => names.length);
    if (near.length) return near.map((names) => names.map((name) => path.posix.join(dir, name)));
    if (dir === ".") throw new Error(`no test near ${file}`);
  }
}

/** Does a test fail in the copy? */
async function noticed(dir, rounds) {
  const cli = path.join(dir, "node_modules/vitest/vitest.mjs");
  for (const tests of rounds) {
    const args = [cli, "run", "--project", "unit", "--bail", "1", "--root", dir, ...tests];
    if (!(await run(args, { cwd: dir, kept: true })).ok) return true;
  }
  return false;
}

async function survivorsOf(dir, file) {
  const tests = nearestTests(file);
  if (await noticed(dir, tests)) throw new Error(`the tests of ${file} fail without any change`);
  const text = readFileSync(path.join(root, file), "utf8");
  const mutations = mutationsOf(file, text);
  console.log(`${file}: ${mutations.length} changes, tried by ${tests.flat().join(", ")}`);
  const survivors = [];
  for (const mutation of mutations) {
    writeFileSync(path.join(dir, file), mutation.text);
    if (await noticed(dir, tests)) continue;
    survivors.push(mutation);
    console.log(`  ${file}:${mutation.line} ${mutation.what}`);
  }
  writeFileSync(path.join(dir, file), text);
  return survivors;
}

const files = process.argv.slice(2);
if (files.length === 0) throw new Error("npm run mutants -- <files>");
const dir = copyOfSources();
try {
  let survived = 0;
  for (const file of files) survived += (await survivorsOf(dir, file)).length;
  console.log(`${survived} survived`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
