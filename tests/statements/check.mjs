// Compares the columns that the database described for every statement (heard.ts) with the row type that the
// code claims for it. Prints each statement that differs, and a last line "N passed, N failed".
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { isCompared, statementsOf } from "./statements.mjs";

const FOLDER = path.resolve(".cache/statements");
/** Statements with a row type that no test runs, at most; a figure that falls takes its limit along. */
const MOST_UNHEARD = 22;

const heard = new Map();
for (const name of readdirSync(FOLDER))
  for (const [mark, columns] of Object.entries(JSON.parse(readFileSync(path.join(FOLDER, name), "utf8"))))
    heard.set(mark, new Set([...(heard.get(mark) ?? []), ...columns]));

const read = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, ".");
const all = readdirSync("backend", { recursive: true }).map((name) => path.join("backend", name));
const files = all.filter(isCompared).sort();
const program = ts.createProgram([...files, "remix.env.d.ts"], options);
const checker = program.getTypeChecker();

const [S, N, B] = ["string", "number", "boolean"];
/** What a column of this type of the database is in a row; others hold anything (JSON) or are not said. */
const KINDS = new Map([
  ...[21, 23, 26, 700, 701].map((oid) => [oid, N]),
  ...[20, 25, 1042, 1043, 1700, 1082, 1184, 1083, 18, 19].map((oid) => [oid, S]),
  [16, B],
]);
const LISTS = new Set([1005, 1007, 1009, 1015, 1016, 1231, 1182, 1185, 1000]);

/** Says only where it is called what it is: as a whole, or by what it is made of. */
const isGeneric = (type) =>
  !!(type.flags & ts.TypeFlags.Instantiable) ||
  !!type.aliasTypeArguments?.some(isGeneric) ||
  (type.isUnionOrIntersection() && type.types.some(isGeneric));

/** What a call answers one of: Promise<Row[]> or Promise<Row | undefined>. */
function answeredBy(call) {
  if (ts.isAwaitExpression(call.parent) && ts.isExpressionStatement(call.parent.parent)) return undefined;
  const answered = checker.getAwaitedType(checker.getTypeAtLocation(call));
  const some = answered && checker.getNonNullableType(answered);
  return some && checker.isArrayType(some) ? checker.getTypeArguments(some)[0] : some;
}

/** Row type of a call. What it says itself is known much sooner than what follows from around it. */
function rowOf(call) {
  const row = call.typeArguments ? checker.getTypeFromTypeNode(call.typeArguments[0]) : answeredBy(call);
  if (!row || row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Instantiable)) return null;
  const names = checker.getPropertiesOfType(row).map((p) => p.name);
  // Names and values of any kind, a type that is known where it is called alone, or what the driver answers.
  const open = checker.getIndexInfosOfType(row).length > 0;
  return open || !names.length || names.includes("rowCount") ? null : row;
}

const primitives = (type) => {
  const parts = type.isUnion() ? type.types : [type];
  return new Set(
    parts.flatMap((part) => {
      if (part.flags & ts.TypeFlags.StringLike) return [S];
      if (part.flags & ts.TypeFlags.NumberLike) return [N];
      if (part.flags & ts.TypeFlags.BooleanLike) return [B];
      if (part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return [];
      return ["other"];
    }),
  );
};

function compare(row, columns) {
  const wrong = [];
  const there = new Map(
    columns
      .split(",")
      .filter(Boolean)
      .map((c) => [c.slice(0, c.lastIndexOf(":")), Number(c.slice(c.lastIndexOf(":") + 1))]),
  );
  const known = new Set();
  for (const property of checker.getPropertiesOfType(row)) {
    known.add(property.name);
    const oid = there.get(property.name);
    if (oid === undefined) {
      if (!(property.flags & ts.SymbolFlags.Optional)) wrong.push(`${property.name} is not selected`);
      continue;
    }
    const kinds = primitives(checker.getTypeOfSymbol(property));
    const kind = KINDS.get(oid);
    if (kind && kinds.size && !kinds.has(kind)) wrong.push(`${property.name} is a ${kind}, not ${[...kinds]}`);
    if (LISTS.has(oid) && !kinds.has("other") && kinds.size) wrong.push(`${property.name} is a list`);
  }
  // What more a generic row has is known to its caller.
  if (!isGeneric(row)) for (const name of there.keys()) if (!known.has(name)) wrong.push(`${name} is read by nobody`);
  return wrong;
}

const lineOf = (source, call) => {
  const { line } = source.getLineAndCharacterOfPosition(call.getStart());
  return `${path.relative(".", source.fileName)}:${line + 1}`;
};

let [passed, failed] = [0, 0];
const unheard = [];
for (const file of files) {
  const source = program.getSourceFile(path.resolve(file)) ?? program.getSourceFile(file);
  statementsOf(source).forEach(({ call }, at) => {
    const described = heard.get(`${file}#${at}`);
    const row = rowOf(call);
    if (!row) return;
    if (!described) {
      unheard.push(lineOf(source, call));
      return;
    }
    const wrong = [...new Set([...described].flatMap((columns) => compare(row, columns)))];
    if (!wrong.length) {
      passed++;
      return;
    }
    failed++;
    console.log(`${lineOf(source, call)}: ${wrong.join("; ")}`);
  });
}
console.log(`not run: ${unheard.length} of at most ${MOST_UNHEARD}`, ...unheard.map((at) => `\n  ${at}`));
if (unheard.length > MOST_UNHEARD) failed++;
process.exitCode = failed || !passed ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);
