// npm run shape: what the code is like to carry on, in figures; tests/shape.test.ts says how far they may go.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

const SMALL = 40;
const isTest = (file) => /\.test(ing)?\.tsx?$/.test(file) || file.startsWith("tests/");
const isProduct = (file) => /^(app|backend|documents|server)\/|^server\.ts$/.test(file) && !isTest(file);

/** A piece that one file alone imports may stand apart: a browser loads it by itself, a folder is read by it. */
const APART = [
  [/\.client\.tsx?$|^app\/islands\//, "a script that a browser loads by itself"],
  [/\/index\.ts$/, "the contents of a folder"],
  [/^app\/features\/[^/]+\/[\w.-]+$|^app\/(screens|ui)\/[^/]+\/[\w.-]+$/, "what a route shows: routes only name it"],
];

const ENDINGS = [".ts", ".tsx", "/index.ts", "/index.tsx", ""];

/** Every TypeScript file that git knows, parsed, by path. */
function sources() {
  const asked = ["ls-files", "-co", "--exclude-standard", "--deduplicate", "*.ts", "*.tsx"];
  const files = execFileSync("git", asked, { encoding: "utf8", maxBuffer: 1e8 }).trim().split("\n");
  const read = (file) => {
    try {
      const text = readFileSync(file, "utf8");
      return [[file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)]];
    } catch {
      return []; // deleted, and not yet committed
    }
  };
  return new Map(files.filter((file) => !file.startsWith("tests/bench/")).flatMap(read));
}

/** The file behind an import, or undefined for a package. */
function behind(from, name, known) {
  const base = name.startsWith(".")
    ? path.posix.join(path.posix.dirname(from), name)
    : name.startsWith("~/")
      ? `app/${name.slice(2)}`
      : /^#(documents|backend)(\/|$)/.test(name)
        ? name.slice(1)
        : null;
  return base === null ? undefined : ENDINGS.map((ending) => base + ending).find((file) => known.has(file));
}

/** Who imports each file. */
function importers(files) {
  const by = new Map([...files.keys()].map((file) => [file, new Set()]));
  for (const [file, source] of files)
    for (const { fileName } of ts.preProcessFile(source.text, true, true).importedFiles) {
      const target = behind(file, fileName, files);
      if (target && target !== file) by.get(target).add(file);
    }
  return by;
}

function walk(node, see) {
  see(node);
  node.forEachChild((child) => walk(child, see));
}

const isLayoutSpread = (node) =>
  ((ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)) && ts.isObjectLiteralExpression(node.expression)) ||
  (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression));

const isCast = (node) => ts.isAsExpression(node) && node.type.getText() !== "const";

/** Reads or changes rows of one table by nothing but their ids. */
const BY_ID =
  /^\s*(?:select\s[^()]*?\sfrom\s+\w+|update\s+\w+\s+set\s[^;]*?|delete from \w+)\s+where\s+id\s*=\s*(?:\$\d+|any\s*\(\$\d+[^)]*\))(?:\s+and\s+del_flag\s*=\s*0)?(?:\s+for\s+[\w ]+)?\s*$/i;

const textOf = (node) =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? node.head.text + node.templateSpans.map((span) => `x${span.literal.text}`).join("")
      : null;

/**
 * The figures.
 * @returns {{ files: number, lines: number, alone: string[], spreads: string[], byId: string[],
 *   casts: { app: number, backend: number, documents: number }, twice: string[], documentKeys: number, long: string[] }}
 */
export function shape() {
  const files = sources();
  const by = importers(files);
  const product = [...files].filter(([file]) => isProduct(file));
  const linesOf = (source) => source.text.trimEnd().split("\n").length;
  const found = { spreads: [], byId: [], casts: { app: 0, backend: 0, documents: 0 } };
  const declared = new Map();
  for (const [file, source] of files)
    walk(source, (node) => {
      const at = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      if (isLayoutSpread(node)) found.spreads.push(at());
      if (!isProduct(file)) return;
      const top = file.split("/")[0];
      if (isCast(node) && top in found.casts) found.casts[top]++;
      const text = textOf(node);
      if (text !== null && BY_ID.test(text)) found.byId.push(at());
      if ((ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && ts.isSourceFile(node.parent))
        declared.set(node.name.text, (declared.get(node.name.text) ?? new Set()).add(file));
    });
  const alone = product.filter(([file, source]) => {
    const own = [...by.get(file)];
    const tested = own.some(isTest);
    const users = own.filter(isProduct);
    return users.length === 1 && !tested && linesOf(source) <= SMALL && !APART.some(([is]) => is.test(file));
  });
  const type = files.get("documents/kit/document/document.ts");
  let documentKeys = 0;
  walk(type, (node) => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === "DocumentType") documentKeys = node.members.length;
  });
  return {
    files: product.length,
    lines: product.reduce((sum, [, source]) => sum + linesOf(source), 0),
    alone: alone.map(([file]) => file),
    ...found,
    twice: [...declared].filter(([, where]) => where.size > 1).map(([name, where]) => `${name} ${where.size}`),
    documentKeys,
    long: product.filter(([, source]) => linesOf(source) > 300).map(([file]) => file),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const s = shape();
  const all = process.argv.includes("--all");
  const row = (name, value, list) => {
    console.log(`${String(value).padStart(8)}  ${name}`);
    if (all && list) for (const line of list) console.log(`          ${line}`);
  };
  row("product files", s.files);
  row("lines in them", s.lines);
  row(`with one importer, at most ${SMALL} lines, no test and no reason`, s.alone.length, s.alone);
  row("layout spreads", s.spreads.length, s.spreads);
  row("keys of DocumentType", s.documentKeys);
  row("type names declared more than once", s.twice.length, s.twice);
  row("statements by id", s.byId.length, s.byId);
  for (const [top, n] of Object.entries(s.casts)) row(`casts in ${top}/`, n);
  row("files over 300 lines", s.long.length, s.long);
}
