import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

const outputs = [
  "build/index.js",
  "build/metafile.js.json",
  "build/apart/stand-ins.js",
  "build/sheets.json",
  "public/build",
];

/** The server bundle by its content: tells a build that somebody else made from ours, not one that was copied. */
const outputMark = (dir) =>
  createHash("sha256")
    .update(readFileSync(path.join(dir, "build/index.js")))
    .digest("hex");

/** Why `dir` has to be built, in the operator's words; null when the build is good. */
export function staleReason(dir) {
  if (outputs.some((file) => !existsSync(path.join(dir, file)))) return "首次启动";
  let stamp;
  try {
    stamp = JSON.parse(readFileSync(path.join(dir, "build/stamp.json"), "utf8"));
  } catch {
    return "上次构建没有完成";
  }
  if (stamp.output !== outputMark(dir)) return "构建结果被改动过";
  return stamp.inputs === hashOfInputs(dir) ? null : "源代码有变化";
}

/** Remembers that what is in `build/` was made from `inputs` (hashed before the build began). */
export function writeStamp(inputs, dir) {
  const stamp = JSON.stringify({ inputs, output: outputMark(dir) });
  writeFileSync(path.join(dir, "build/stamp.json"), stamp);
}
