import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { buildApart } from "./build-apart.mjs";
import { finishAssets } from "./build-assets.mjs";
import { hashOfInputs, staleReason, writeStamp } from "./build-inputs.mjs";
import { withLock } from "./build-lock.mjs";
import { buildTerminal } from "./build-terminal.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));
const remixCli = "node_modules/@remix-run/dev/dist/cli.js";
/**
 * Builds the console when its sources changed since the last build. Starts that race build once.
 * @param compiled begins what needs the program alone, beside what its pages need
 */
export async function ensureBuild({ force = false, log = console.log, compiled = () => {} } = {}) {
  if (!force && !staleReason(root)) return;
  mkdirSync(path.join(root, "build"), { recursive: true });
  await withLock(path.join(root, "build/building.lock"), log, async () => {
    const reason = force ? "按要求重新构建" : staleReason(root);
    if (!reason) return;
    if (!existsSync(path.join(root, remixCli)))
      throw new Error(`需要构建（${reason}），但没有安装构建工具，请运行 npm ci --include=dev`);
    log(`正在构建控制台（${reason}）……`);
    const started = Date.now();
    rmSync(path.join(root, "build/stamp.json"), { force: true });
    // Its tables may be others now.
    for (const first of ["build/first-cluster", "build/first-demonstration"])
      rmSync(path.join(root, first), { recursive: true, force: true });
    const inputs = hashOfInputs(root);
    await compile();
    spellOut(path.join(root, "build/index.js"));
    compiled();
    await buildTerminal(root);
    await buildApart(root);
    await finishAssets(root);
    writeStamp(inputs, root);
    log(`构建完成，用时 ${((Date.now() - started) / 1000).toFixed(1)} 秒`);
  });
}

/**
 * One letter beyond ASCII has the engine hold a whole program at two bytes a letter. The compiler leaves a few
 * hundred of six million, in patterns and comments.
 */
function spellOut(file) {
  const spelt = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(file, readFileSync(file, "utf8").replace(/[^\0-\x7f]/g, spelt));
}

/** The compiler's own bundler process dies at its start now and then; another run goes well. */
async function compile(tries = 4) {
  await runRemix().catch((error) => {
    const died = /all goroutines are asleep|service was stopped|service is no longer/;
    if (tries < 2 || !died.test(error.message)) throw error;
    return compile(tries - 1);
  });
}

/** Runs the compiler; what it prints is shown only when it fails. */
function runRemix() {
  const child = spawn(process.execPath, [remixCli, "build", "--sourcemap"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
    });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      // Its advice against source maps does not apply: finishAssets keeps them from browsers.
      const problem = said.replace(/\[warn\].*source maps[\s\S]*?┗\s*/, "");
      return code === 0 ? done() : fail(new Error(`构建失败：\n${problem}`));
    });
  });
}

/** An installation is whole without it: a first start makes its database itself then. */
let preparing;
function prepareDatabase() {
  if (preparing || existsSync(path.join(root, "build/first-cluster/made-of.json"))) return;
  preparing = spawn(process.execPath, ["build/index.js", "prepare"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Behind an installation, so that the first start need not wait for it; without the tools for it a start says so.
  const prepares = process.argv[2] === "prepare";
  if (!prepares || existsSync(remixCli))
    ensureBuild({ force: !prepares, compiled: () => prepares && prepareDatabase() })
      .then(() => prepares && prepareDatabase())
      .catch((error) => {
        console.error(error.message);
        process.exitCode = 1;
      });
}
