import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = "public/build/terminal";

let known: ReadonlyMap<string, string> | undefined;

/** File of the terminal's own script by its name; a console that is being developed has none. */
export function scriptFile(name: "terminal" | "worker"): string | undefined {
  known ??= new Map(
    files().flatMap((file) => {
      const [, own] = /^(\w+)-[\w-]+\.js$/.exec(file) ?? [];
      return own ? [[own, file]] : [];
    }),
  );
  return known.get(name);
}

function files(): string[] {
  try {
    return readdirSync(FOLDER);
  } catch {
    return [];
  }
}

export const scriptAddress = (): string | undefined => {
  const file = scriptFile("terminal");
  return file && `/build/terminal/${file}`;
};

/** Source of the worker, which names the script that it keeps. */
export function workerScript(): string | undefined {
  const [file, script] = [scriptFile("worker"), scriptAddress()];
  if (!file || !script) return undefined;
  const text = readFileSync(path.join(FOLDER, file), "utf8");
  return `const SCRIPT=${JSON.stringify(script)};${text}`;
}
