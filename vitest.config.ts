import path from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { TIED } from "./scripts/test-tie.mjs";
import { LongestFirst } from "./tests/longest-first";
import { markStatements } from "./tests/statements/mark";

const resolve = {
  alias: [
    { find: /^~\//, replacement: `${path.resolve("app")}/` },
    { find: /^#backend\//, replacement: `${path.resolve("backend")}/` },
    { find: /^#documents$/, replacement: path.resolve("documents/index.ts") },
    { find: /^#documents\//, replacement: `${path.resolve("documents")}/` },
  ],
};

/** What every file is run with. A project inherits nothing: the one database is the run's. */
const project = (name: string, test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  resolve,
  plugins: [markStatements()],
  test: {
    name,
    environment: "node",
    pool: "forks",
    // A worker ends with the run that it belongs to. With room for what is new, a page is gone before it is copied.
    execArgv: [...TIED, "--max-semi-space-size=64"],
    // A worker reads its modules once: they took a quarter of all test time. Files bring their own
    // database and servers, and what modules keep must bear other tests anyway.
    isolate: false,
    // More random runs than usual take their time.
    testTimeout: process.env.RUNS ? 3_600_000 : 120_000,
    hookTimeout: process.env.RUNS ? 600_000 : 300_000,
    expect: { poll: { timeout: 10_000 } },
    ...test,
  },
});

export default defineConfig({
  resolve,
  test: {
    globalSetup: ["tests/global-setup.ts"],
    // One more than processors: tests wait for their database, for time limits and for each other.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // A busy machine may miss a time limit once; a real fault fails again. The log says what was retried.
    retry: process.env.CI === "true" ? 1 : 0,
    projects: [
      project("unit", {
        include: ["{app,backend,documents,server,standins,tests,scripts}/**/*.test.{ts,tsx}"],
        exclude: ["tests/e2e/**", "tests/screens/**", "tests/program/**", "tests/hostile/**"],
        setupFiles: ["tests/setup.ts", "tests/statements/heard.ts"],
      }),
      project("product", {
        include: ["tests/{hostile,screens,program}/**/*.test.ts"],
        globalSetup: ["tests/screens/global-setup.ts"],
        setupFiles: ["tests/screens/setup.ts"],
        // The built product is no module of the tests.
        server: { deps: { external: [/\/build\/index\.js/] } },
        // After the others: a worker then serves these alone and starts the product once.
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});
