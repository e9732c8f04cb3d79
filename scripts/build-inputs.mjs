import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folders = ["app", "backend", "documents", "server", "standins"];
const files = [
  "scripts/build-apart.mjs",
  "scripts/build-assets.mjs",
  "scripts/build-terminal.mjs",
  "server.ts",
  "remix.config.js",
  "tailwind.config.ts",
  "postcss.config.js",
  "tsconfig.json",
  "package-lock.json",
];
// Read at run time or by people only.
const noInput = /(\.test\.tsx?|\.md|\.sql)$|^\./;

function* walk(dir, folder) {
  const entries = readdirSync(path.join(dir, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (noInput.test(entry.name)) continue;
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(dir, name);
    else yield name;
  }
}

/** One hash over names and contents of everything that the build is made from. */
export function hashOfInputs(dir) {
  const hash = createHash("sha256");
  const present = [...folders, ...files].filter((name) => existsSync(path.join(dir, name)));
  for (const name of present)
    for (const file of folders.includes(name) ? walk(dir, name) : [name])
      hash
        .update(`${file}\0`)
        .update(readFileSync(path.join(dir, file)))
        .update("\0");
  return hash.digest("hex");
}
