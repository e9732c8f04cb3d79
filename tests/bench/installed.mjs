// Programs to compare with, installed and built on demand from sources beside this file.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { cache, root } from "./servers.mjs";

/** All files of a folder, one after the other. */
function contentOf(folder) {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true }).sort()) {
    const file = path.join(folder, name);
    if (statSync(file).isFile()) hash.update(name).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Folder in which the program `name` of this folder is built. */
export function installed(name) {
  const source = path.join(root, "tests/bench", name);
  const place = path.join(cache, name);
  const stamp = contentOf(source);
  const stampFile = path.join(place, "stamp.txt");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return place;
  console.log(`installing and building ${name}`);
  rmSync(place, { recursive: true, force: true });
  cpSync(source, place, { recursive: true });
  const options = { cwd: place, stdio: ["ignore", "ignore", "inherit"] };
  // Exact versions, but no lock: its platform packages do not survive `npm ci` with this npm.
  const quietly = ["--no-package-lock", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", ...quietly], options);
  execFileSync("npm", ["run", "build"], options);
  writeFileSync(stampFile, stamp);
  return place;
}
