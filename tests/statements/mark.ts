import path from "node:path";
import ts from "typescript";
import type { Plugin } from "vitest/config";
import { isCompared, statementsOf } from "./statements.mjs";

const BACKEND = `${path.resolve("backend")}/`;

/** Name of a statement: file below the project, and which of its statements it is. */
const markOf = (file: string, at: number) => `${path.relative(".", file)}#${at}`;

/** Has every statement of the backend say, in a comment at its end, where it stands. */
export const markStatements = (): Plugin => ({
  name: "mark-statements",
  enforce: "pre",
  transform(code, id) {
    if (!id.startsWith(BACKEND) || !isCompared(id) || !/\.(query|one)\b/.test(code)) return;
    const source = ts.createSourceFile(id, code, ts.ScriptTarget.Latest, true);
    let marked = code;
    const found = statementsOf(source).map(({ text }, at) => ({ text, at }));
    // From the end, the innermost last: what stands before keeps its place.
    for (const { text, at } of found.sort((a, b) => b.text.end - a.text.end)) {
      const [from, to] = [text.getStart(), text.end];
      marked = `${marked.slice(0, from)}(${marked.slice(from, to)})+"/*@${markOf(id, at)}*/"${marked.slice(to)}`;
    }
    return { code: marked, map: null };
  },
});
