import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: [
      { find: /^~\//, replacement: `${path.resolve("app")}/` },
      { find: /^#documents$/, replacement: path.resolve("documents/index.ts") },
      { find: /^#documents\//, replacement: `${path.resolve("documents")}/` },
    ],
  },
  test: {
    environment: "node",
    include: ["{app,backend,documents,tests,scripts}/**/*.test.{ts,tsx}"],
    exclude: ["tests/e2e/**"],
    globalSetup: ["tests/global-setup.ts"],
    setupFiles: ["tests/setup.ts"],
    pool: "forks",
    // A worker reads its modules once: they took a quarter of all test time. Files bring their own
    // database and servers, and what modules keep must bear other tests anyway.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A busy machine may miss a time limit once; a real fault fails again. The log says what was retried.
    retry: process.env.CI === "true" ? 1 : 0,
  },
});
