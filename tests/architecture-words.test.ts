import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { filesBelow } from "./architecture-imports";

/** What the declarations made needless: before rows had types there were 514 casts. */
const MOST_CASTS = 84;

const parsed = (file: string) => ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

/** Casts in a file; `as const` is none. */
function castsIn(node: ts.Node): number {
  const own = ts.isAsExpression(node) && node.type.getText() !== "const" ? 1 : 0;
  let below = 0;
  node.forEachChild((child) => {
    below += castsIn(child);
  });
  return own + below;
}

/** Does a row get a state by its id here? */
function patchesState(node: ts.Node): boolean {
  const said = (arg: ts.Node) =>
    ts.isObjectLiteralExpression(arg) && arg.properties.some(({ name }) => name?.getText() === "status");
  const own =
    ts.isCallExpression(node) && /^patch(Many|Row)?$/.test(node.expression.getText()) && node.arguments.some(said);
  return own || !!node.forEachChild((child) => patchesState(child) || undefined);
}

/** Files of the backend's rules and ledgers, tests left out, with their text. */
const ruleTexts = ["backend/domain", "backend/ledgers/stock", "backend/ledgers/payables"]
  .flatMap((room) => filesBelow(room, /\.ts$/))
  .filter((file) => !/\.test(ing)?\.ts$/.test(file) && !file.startsWith("backend/domain/terminal/"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

describe("what the engine knows is not said again", () => {
  test("casts in backend and documents are few", () => {
    const files = ["backend", "documents"].flatMap((top) => filesBelow(top, /\.ts$/));
    const casts = files.reduce((n, file) => n + castsIn(parsed(file)), 0);
    console.log(`casts in backend/ and documents/: ${casts} (at most ${MOST_CASTS})`);
    expect(casts).toBeLessThanOrEqual(MOST_CASTS);
  });

  test("states are written by the engine alone", () => {
    // What is held is a row of the ledger, whose state says how much of it is left.
    const ledgers = new Set(["backend/ledgers/stock/reserve.ts"]);
    const set = /\bupdate\s[\s\S]*?\bset\s([\s\S]*?)(?:\bwhere\b|\bfrom\b|\(|$)/;
    const wrote = ruleTexts.filter(({ file, text }) =>
      [...text.matchAll(/(["`])\s*update [\s\S]*?\1/g)].some(
        ([sql]) => !ledgers.has(file) && /(^|,)\s*status\s*=/.test(set.exec(sql)?.[1] ?? ""),
      ),
    );
    expect(wrote.map((f) => f.file)).toEqual([]);
    expect(ruleTexts.map((f) => f.file).filter((file) => patchesState(parsed(file)))).toEqual([]);
  });

  test("what a document is made from reaches its rules through the engine alone", () => {
    // An id that somebody may read is made in one place; rules take it and cannot say it themselves.
    const made = filesBelow("backend", /\.ts$/).filter((file) =>
      /\b(?:as|is) (?:unknown as )?(?:readonly )?SourceId\b|<SourceId/.test(readFileSync(file, "utf8")),
    );
    expect(made).toEqual(["backend/engine/documents/reading/source.ts"]);
    const asked = filesBelow("backend", /\.ts$/).filter((file) => /\.prefill\?\.?\(/.test(readFileSync(file, "utf8")));
    expect(asked).toEqual(["backend/engine/documents/reading/source.ts"]);
  });

  test("a connection beside the pool is opened in one place, which bears its loss", () => {
    const opens = /\bnew (?:pg\.)?Client\(/;
    const opened = filesBelow("backend", /\.ts$/).filter((file) => opens.test(readFileSync(file, "utf8")));
    // The other one reads an address with it, and connects nowhere.
    expect(opened).toEqual(["backend/platform/db/client.ts", "backend/platform/db/reach.ts"]);
  });

  test("rows are locked through the one table of locks, or skipped when somebody has them", () => {
    const lock = /\bfor (?:no key )?(?:update|share)\b(?! of \w+ skip locked)/;
    expect(ruleTexts.filter(({ text }) => lock.test(text)).map((f) => f.file)).toEqual([]);
  });
});

test("pages take what was posted from the context, which limits it", () => {
  const own = new Set(["app/session/kept-form.server.ts"]);
  const reads = /\brequest\.(formData|text|json|arrayBuffer|body)\b|\.formData\(/;
  const readers = filesBelow("app", /\.tsx?$/).filter((file) => !/\.test\.|\.client\./.test(file) && !own.has(file));
  expect(readers.filter((file) => reads.test(readFileSync(file, "utf8")))).toEqual([]);
});
