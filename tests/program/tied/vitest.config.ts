import { defineConfig } from "vitest/config";
import { TIED } from "../../../scripts/test-tie.mjs";
import whole from "../../../vitest.config";

/** A run of one test that does not end by itself, with all that a real run starts. */
export default defineConfig({
  resolve: whole.resolve,
  test: {
    root: ".",
    globalSetup: ["tests/global-setup.ts"],
    include: ["tests/program/tied/forever.ts"],
    pool: "forks",
    execArgv: TIED,
    testTimeout: 600_000,
  },
});
