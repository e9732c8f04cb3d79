// What checks the code and traces a release: 110 MB that nobody waits for who only starts the product.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const modules = path.join(here, "node_modules");
const installed = path.join(modules, ".installed");

/** Installs them when they are not there, or others than the lock file names. @throws Error with what npm said */
function ensureTools() {
  const lock = readFileSync(path.join(here, "package-lock.json"), "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === lock) return;
  const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: here, encoding: "utf8" });
  if (npm.status !== 0) throw new Error(`npm ci in tools/ failed:\n${npm.error?.message ?? npm.stderr}`);
  writeFileSync(installed, lock);
}

const programs = { biome: "@biomejs/biome/bin/biome", tsc: "typescript-native/bin/tsc" };

/** The program of a tool, for node. */
export function toolOf(name) {
  ensureTools();
  return path.join(modules, programs[name]);
}

/** A tool that is a library. @returns {Promise<any>} its module */
export function loadTool(name) {
  ensureTools();
  return import(pathToFileURL(createRequire(path.join(here, "package.json")).resolve(name)).href);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, ...args] = process.argv.slice(2);
  process.exitCode = spawnSync(process.execPath, [toolOf(name), ...args], { stdio: "inherit" }).status ?? 1;
}
