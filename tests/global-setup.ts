import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { testFolder } from "../scripts/test-folder.mjs";
import type { RunDatabases } from "./harness-database";
import { runDatabases } from "./slot";

declare module "vitest" {
  export interface ProvidedContext {
    postgres: RunDatabases;
    /** Where this run may keep files: gone at its end. */
    folder: string;
  }
}

/** The databases of `npm test`, which the browser's tests use after these, or some of its own. */
export default async function setup(project: TestProject) {
  const given: RunDatabases | undefined = process.env.RUN_DATABASES && JSON.parse(process.env.RUN_DATABASES);
  const own = given ? undefined : await runDatabases();
  const { admin, prefix, strategy } = given ?? own ?? { admin: "", prefix: "", strategy: "" };
  project.provide("postgres", { admin, prefix, strategy });
  const folder = mkdtempSync(path.join(testFolder(), "erp-test-"));
  project.provide("folder", folder);
  return async () => {
    await own?.end();
    rmSync(folder, { recursive: true, force: true });
  };
}
