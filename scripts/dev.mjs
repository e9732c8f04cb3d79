// npm run dev: rebuilds on every change and restarts the product when the server bundle is new.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync, watch } from "node:fs";
import path from "node:path";
import { ensureBuild, root } from "./build.mjs";
import { buildApart } from "./build-apart.mjs";

const entry = path.join(root, "build/index.js");
const env = { ...process.env, NODE_ENV: "development" };
let server;
let pending;
let turn = Promise.resolve();
let ending = false;

process.chdir(root);
mkdirSync("build", { recursive: true });
if (!existsSync(entry)) await ensureBuild();
await buildApart(root);
rmSync("build/stamp.json", { force: true }); // what is in build/ is no production build from now on

const compiler = spawn(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "watch"], {
  env,
  stdio: "inherit",
});
compiler.on("exit", (code) => end(code ?? 1));

watch("build", (_event, name) => {
  if (name !== "index.js") return;
  clearTimeout(pending);
  pending = setTimeout(() => {
    turn = turn.then(restart);
  }, 150); // the compiler writes more than one file
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(0));

async function restart() {
  await stopServer();
  if (ending) return;
  server = spawn(process.execPath, ["--enable-source-maps", entry], { env, stdio: "inherit" });
}

/** Waits for the old one: the port and the database directory are free only then. */
function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode) return;
  const gone = new Promise((done) => server.once("exit", done));
  server.kill("SIGTERM");
  return gone;
}

async function end(code) {
  if (ending) return;
  ending = true;
  compiler.kill();
  await turn;
  await stopServer();
  process.exit(code);
}
