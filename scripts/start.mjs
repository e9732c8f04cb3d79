// Starts the product: node scripts/start.mjs [start|backend|seed [--scale full|standard|small]|stand-ins|backup [file] [--s3]|restore file [--replace]|recount [--repair]|archive --before yyyy-MM [--tables …] [--keep n]|archive --restore file|rotate-keys|admin-password|demo-reset|demo-make [--profile small] [--day yyyy-MM-dd]|routes|where]
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const modes = [
  "backend",
  "seed",
  "backup",
  "restore",
  "recount",
  "archive",
  "rotate-keys",
  "admin-password",
  "demo-make",
  "demo-reset",
  "routes",
  "stand-ins",
  "where",
];
/** Commands whose first word names a file. */
const withFile = ["backup", "restore"];

try {
  const [word, ...args] = process.argv.slice(2);
  const mode = word === "start" ? undefined : word;
  if (!withFile.includes(mode) && !["recount", "archive", "demo-make"].includes(mode)) readScale(args);
  const isFile = (at) => withFile.includes(mode) || (mode === "archive" && args[at - 1] === "--restore");
  const named = args.map((arg, at) => (isFile(at) ? fromHere(arg) : arg));
  await start(mode, named);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** A file's name as its writer meant it: from the folder where the command was given. */
function fromHere(word) {
  return /^(-|s3:)/.test(word) ? word : path.resolve(process.env.INIT_CWD ?? process.cwd(), word);
}

/** `--scale full` is how many demo figures there shall be: DEMO_FACTS for this one start. */
function readScale(args) {
  if (args.length === 0) return;
  const { values } = parseArgs({ args, options: { scale: { type: "string" } } });
  if (values.scale) process.env.DEMO_FACTS = values.scale;
}

/** A release says what it was made of, and writes nothing where it lies: that may be read-only. */
function asRelease() {
  const { commit } = JSON.parse(readFileSync(path.join(root, "release.json"), "utf8"));
  Object.assign(process.env, { RELEASE_COMMIT: commit, DATA_DIR: path.resolve(process.env.DATA_DIR || ownData()) });
}

/** Where the data of a release lie that was not told: systemd's folder for it, or the user's own. */
function ownData() {
  const { STATE_DIRECTORY, XDG_DATA_HOME, HOME } = process.env;
  return STATE_DIRECTORY || path.join(XDG_DATA_HOME || path.join(HOME ?? os.homedir(), ".local/share"), "erp-console");
}

/**
 * Builds when stale, unless it is a release, and then becomes the product: the same process loads `build/index.js`, so
 * signals, exit code and a kill -9 mean the product itself.
 */
async function start(mode, args) {
  if (mode && !modes.includes(mode)) throw new Error(`不认识的参数 ${mode}，可用：${modes.join("、")}`);
  const major = Number.parseInt(process.versions.node, 10);
  if (major < 20) throw new Error(`需要 Node.js 20 或更新版本，当前是 ${process.versions.node}`);
  if (!existsSync(path.join(root, "node_modules/@remix-run/express")))
    throw new Error("还没有安装依赖，请先运行 npm ci");
  if (mode === "where") return where(process.stdin, console.log);
  const released = existsSync(path.join(root, "release.json"));
  if (released) asRelease();
  process.chdir(root);
  process.env.NODE_ENV ??= "production";
  if (!released) {
    const { staleReason } = await import("./build-inputs.mjs");
    // The compiler is read where there is something to compile. `routes` prints a table that may be piped on: progress
    // goes to the other channel.
    if (staleReason(root)) await (await import("./build.mjs")).ensureBuild({ log: console.error });
  }
  const apart = mode === "stand-ins" && "apart/stand-ins.js";
  const entry = path.join(root, "build", apart || "index.js");
  process.argv = [process.execPath, entry, ...(mode ? [mode] : []), ...args];
  await import(pathToFileURL(entry).href);
}

/**
 * Says each line of a stream, places in `build/index.js` as those of the sources; what these do not know stays. The
 * program does not do it for itself: its first fault would stop everybody for a third of a second, and the map would
 * stay in memory with 90 MB.
 */
async function where(input, say) {
  const place = /(?:file:\/\/)?[^\s()]*build\/index\.js:(\d+):(\d+)/g;
  const map = new SourceMap(JSON.parse(readFileSync(path.join(root, "build/index.js.map"), "utf8")));
  const sourceOf = (built, line, column) => {
    const { originalSource, originalLine, originalColumn } = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!originalSource) return built;
    const file = path.relative(root, path.resolve(root, "build", originalSource));
    return `${file}:${originalLine + 1}:${originalColumn + 1}`;
  };
  for await (const line of createInterface({ input })) say(line.replace(place, sourceOf));
}
