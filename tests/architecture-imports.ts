import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { exceptions, type Room, rooms } from "./architecture-rules";

const inside = (target: string, place: string) =>
  target === place || target.startsWith(`${place}/`) || target.startsWith(`${place}.`);

/** Files below a folder with one of these endings, as paths with "/". */
export function filesBelow(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => path.posix.join(entry.parentPath.split(path.sep).join("/"), entry.name))
    .sort();
}

/** What a module imports, `import type` and dynamic imports included. */
export const importsOf = (text: string): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName);

/** A path inside the repository, or null for a package. */
export function resolveImport(from: string, name: string): string | null {
  if (name.startsWith(".")) return path.posix.join(path.posix.dirname(from), name);
  if (name.startsWith("~/")) return `app/${name.slice(2)}`;
  if (name === "#documents" || name.startsWith("#documents/")) return name.slice(1);
  if (name.startsWith("#backend/")) return name.slice(1);
  return null;
}

const roomOf = (file: string): Room | undefined => rooms.find((room) => inside(file, room.at));

/** Why this import breaks the rules of the importing file's room; null when it is allowed. */
export function breach(from: string, name: string): string | null {
  const room = roomOf(from);
  if (!room || name.startsWith("node:")) return null;
  const target = resolveImport(from, name);
  const says = (rule: string) => `${from} imports ${name}: ${rule}`;
  if (target === null) {
    const named = (list: string[]) => list.some((p) => name === p || name.startsWith(p.endsWith("/") ? p : `${p}/`));
    if (room.packages && !named(room.packages)) return says(`${room.at} uses ${room.packages} only`);
    return named(room.never ?? []) ? says(`not a package for ${room.at}`) : null;
  }
  if (exceptions[from]?.includes(target)) return null;
  const home = roomOf(target);
  if (home === room || room.rooms.some((allowed) => inside(target, allowed))) return null;
  return says(`${room.at} may import ${room.rooms.join(", ") || "nothing else"}`);
}

/** Every breach in the rooms. Tests are no part of a room: they may look at anything. */
export function breaches(): string[] {
  const sources = ["app", "documents", "backend", "server"].flatMap((f) => filesBelow(f, /\.tsx?$/));
  return sources
    .filter((file) => !/\.test(ing)?\.tsx?$/.test(file))
    .flatMap((file) => importsOf(readFileSync(file, "utf8")).map((name) => breach(file, name)))
    .filter((found) => found !== null);
}
