// The yardstick: a bare, fully hydrated React Router list (yardstick/), installed and built on demand.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cache, root, start } from "./servers.mjs";

const source = path.join(root, "tests/bench/yardstick");
const place = path.join(cache, "yardstick");

function build() {
  const stamp = createHash("sha256")
    .update(readFileSync(path.join(source, "package.json")))
    .digest("hex");
  const stampFile = path.join(place, "stamp.txt");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  console.log("installing and building the yardstick");
  rmSync(place, { recursive: true, force: true });
  cpSync(source, place, { recursive: true });
  const options = { cwd: place, stdio: ["ignore", "ignore", "inherit"] };
  // Exact versions, but no lock: its platform packages do not survive `npm ci` with this npm.
  const quietly = [
    "--no-package-lock",
    "--include=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  execFileSync("npm", ["install", ...quietly], options);
  execFileSync("npm", ["run", "build"], options);
  writeFileSync(stampFile, stamp);
}

export function startYardstick() {
  build();
  return start((port) => ["serve-rr.mjs", ".", String(port)], { cwd: place, ready: "/users" });
}
