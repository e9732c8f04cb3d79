import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import postcss from "postcss";
import parser from "postcss-selector-parser";

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);
const compressible = /\.(js|css|svg|json|html|txt)$/;
/** Chinese letters and marks as the bundler writes them: six bytes each where three say the same. */
const escaped = /\\[^u]|\\u([3-9][0-9a-f]{3}|ff[0-9a-f]{2})/gi;
const mapComment = /\n?(\/\/# sourceMappingURL=\S+|\/\*# sourceMappingURL=\S+ \*\/)\s*$/;

/**
 * The bundler lets every file load its helpers, also those that name none of them: these loads go, from
 * the files and from what is known of them.
 */
async function dropHelpers(root, metafile) {
  const meta = JSON.parse(await readFile(metafile, "utf8"));
  const helpers = new Set(
    Object.keys(meta.outputs).filter(
      (file) =>
        file.endsWith(".js") && !meta.outputs[file].entryPoint && !Object.keys(meta.outputs[file].inputs).length,
    ),
  );
  const addressOf = (file) => file.replace(/^public/, "");
  for (const [file, output] of Object.entries(meta.outputs)) {
    const own = output.imports.filter(({ path: to }) => helpers.has(to));
    if (!own.length) continue;
    const at = path.join(root, file);
    const text = await readFile(at, "utf8");
    const bare = own.reduce((left, { path: to }) => left.replace(`import"${addressOf(to)}";`, ""), text);
    output.imports = output.imports.filter(({ path: to }) => !helpers.has(to) || bare.includes(addressOf(to)));
    if (bare !== text) await writeFile(at, bare);
  }
  await writeFile(metafile, JSON.stringify(meta));
}

/** Sheets that no first frame waits for: of narrow screens, and of what opens by hand. */
const APART = /^(phone|later)-/;

/** A first frame shows nothing that a hand does, and focus only where the page gives it away itself. */
const HAND = "?hand";
const FOCUS = "?focus";
const states = {
  ":hover": HAND,
  ":active": HAND,
  ":popover-open": HAND,
  ":user-invalid": HAND,
  "::backdrop": HAND,
  "::selection": HAND,
  ":focus": FOCUS,
  ":focus-visible": FOCUS,
  ":focus-within": FOCUS,
};
const unseenGroup = /^(page|media print|media \(prefers-reduced-motion)/;

const both = (some, others) => some.filter((need) => others.includes(need));

const isChecked = (node) => node?.type === "pseudo" && node.value === ":checked";

/**
 * What a page needs to have for a selector to match: elements, `.classes`, `#ids`, `[attributes]` and states. Of what stands
 * in brackets, what each of the alternatives needs.
 */
function needsOf(selector) {
  return selector.nodes.flatMap((node, at) => {
    if (node.type === "class") return [`.${node.value}`];
    if (node.type === "id") return [`#${node.value}${isChecked(selector.nodes[at + 1]) ? ":checked" : ""}`];
    if (node.type === "tag") return [node.value];
    if (node.type === "attribute") return [`[${node.attribute}]`];
    if (node.type !== "pseudo") return [];
    if ([":is", ":where", ":has"].includes(node.value)) return node.nodes.map(needsOf).reduce(both);
    return states[node.value] ?? [];
  });
}

const rulesOf = (nodes) =>
  nodes.flatMap((node) => {
    if (node.type === "comment") return [];
    if (node.type === "rule") {
      const selectors = parser()
        .astSync(node.selector)
        .nodes.map((selector) => ({ text: String(selector).trim(), needs: needsOf(selector) }));
      return [{ selectors, body: node.nodes.join(";") }];
    }
    const needs = unseenGroup.test(`${node.name} ${node.params}`) ? [HAND] : [];
    if (!["media", "supports", "container"].includes(node.name)) return [{ text: String(node), needs }];
    return [{ group: `@${node.name} ${node.params}`, needs, rules: rulesOf(node.nodes) }];
  });

/** Writes `build/sheets.json`: the rules of each style sheet by its address, for pages that carry what they need. */
async function writeSheets(root) {
  const dir = path.join(root, "public/build/_assets");
  const names = (await readdir(dir)).filter((name) => name.endsWith(".css") && !APART.test(name));
  const sheets = await Promise.all(
    names.map(async (name) => [
      `/build/_assets/${name}`,
      rulesOf(postcss.parse(await readFile(path.join(dir, name), "utf8")).nodes),
    ]),
  );
  await writeFile(path.join(root, "build/sheets.json"), JSON.stringify(Object.fromEntries(sheets)));
}

/**
 * Makes the browser's files of a build ready to be served: source maps stay with the server (they would give
 * the source away), each text gets its `.br` and `.gz` beside it, and the server the rules of its sheets.
 */
export async function finishAssets(root) {
  const dir = path.join(root, "public/build");
  await dropHelpers(root, path.join(root, "build/metafile.js.json"));
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((e) => e.isFile()).map((e) => path.join(e.parentPath ?? e.path, e.name));
  await Promise.all(files.filter((file) => file.endsWith(".map")).map((file) => rm(file)));
  await writeSheets(root);
  await Promise.all(files.filter((file) => compressible.test(file)).map(compress));
}

async function compress(file) {
  const text = await readFile(file, "utf8");
  const own = text.replace(mapComment, "\n");
  const bare = file.endsWith(".js")
    ? own.replace(escaped, (written, code) => (code ? String.fromCharCode(Number.parseInt(code, 16)) : written))
    : own;
  if (bare !== text) await writeFile(file, bare);
  const body = Buffer.from(bare);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  await Promise.all([
    asBrotli(body, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    asGzip(body, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}
