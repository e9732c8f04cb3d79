import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const preload = pathToFileURL(path.join(path.dirname(fileURLToPath(import.meta.url)), "with-parent.mjs"));

/** Node's words that tie a program to the one above it. */
export const TIED = ["--import", preload.href];

/** Settings with which all Node programs below end with this one, also when it is killed. */
export function tied(env = process.env) {
  const before = env.NODE_OPTIONS ?? "";
  const options = before.includes(preload.href) ? before : `${before} ${TIED.join(" ")}`.trim();
  return { ...env, NODE_OPTIONS: options, TEST_RUN: env.TEST_RUN ?? String(process.pid) };
}
