import { readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow, importsOf, resolveImport } from "./architecture-imports";

/** Rooms of one folder that need each other, by name: `backend: db http`. */
export type Circle = string;

export interface Import {
  from: string;
  to: string;
}

const isTest = (file: string) => /\.test(ing)?\.tsx?$/.test(file);
const ENDINGS = [".ts", ".tsx", "/index.ts", "/index.tsx", ""];

/** Every import between two source files below these folders, tests left out. */
export function importsBelow(folders: readonly string[]): Import[] {
  const files = folders.flatMap((f) => filesBelow(f, /\.tsx?$/)).filter((f) => !isTest(f));
  const known = new Set(files);
  return files.flatMap((from) =>
    importsOf(readFileSync(from, "utf8")).flatMap((name) => {
      const target = resolveImport(from, name);
      const to = ENDINGS.map((ending) => `${target}${ending}`).find((file) => known.has(file));
      return to ? [{ from, to }] : [];
    }),
  );
}

/** What of a folder a file belongs to: one of its folders, or the file itself. */
const childOf = (folder: string, file: string): string | null =>
  file.startsWith(`${folder}/`) ? (file.slice(folder.length + 1).split("/")[0] ?? null) : null;

/** Which children of a folder use which others. */
function graphOf(folder: string, imports: readonly Import[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [user, used] = [childOf(folder, from), childOf(folder, to)];
    if (user && used && user !== used) graph.set(user, (graph.get(user) ?? new Set()).add(used));
  }
  return graph;
}

/** Everything that can be reached from a child, itself only by way of a circle. */
function reachable(graph: Map<string, Set<string>>, from: string): Set<string> {
  const seen = new Set<string>();
  const visit = (child: string) => {
    for (const next of graph.get(child) ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        visit(next);
      }
  };
  visit(from);
  return seen;
}

/** Groups of children of one folder that all need each other. */
export function circlesIn(folder: string, imports: readonly Import[]): Circle[] {
  const graph = graphOf(folder, imports);
  const reach = new Map([...graph.keys()].map((child) => [child, reachable(graph, child)]));
  const groups = [...graph.keys()]
    .filter((child) => reach.get(child)?.has(child))
    .map((child) => [...(reach.get(child) ?? [])].filter((other) => reach.get(other)?.has(child)).sort());
  return [...new Set(groups.map((group) => `${folder}: ${group.join(" ")}`))];
}

/** The circles of every folder that these imports come from. */
export function circlesOf(imports: readonly Import[]): Circle[] {
  const folders = new Set<string>();
  for (const { from } of imports)
    for (let at = path.posix.dirname(from); at !== "."; at = path.posix.dirname(at)) folders.add(at);
  return [...folders].sort().flatMap((folder) => circlesIn(folder, imports));
}

/** Folders with more direct files than this. */
export function crowded(folders: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const file of folders.flatMap((f) => filesBelow(f, /./))) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, n]) => n > most).map(([folder]) => folder);
}
