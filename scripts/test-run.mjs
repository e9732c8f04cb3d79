import { spawn } from "node:child_process";
import { tied } from "./test-tie.mjs";

/**
 * Runs a program of this Node and waits for its end. What it says appears at once, or, `kept`, only
 * in the answer: several that run beside each other do not speak all at the same time. It ends with this
 * program, and so does all that it starts.
 */
export function run(args, { env, cwd, kept = false } = {}) {
  const stdio = ["ignore", kept ? "pipe" : "inherit", kept ? "pipe" : "inherit"];
  const child = spawn(process.execPath, args, { env: tied(env), cwd, stdio });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  return new Promise((done) => {
    child.once("error", (error) => done({ ok: false, said: error.message }));
    child.once("close", (code) => done({ ok: code === 0, said }));
  });
}
