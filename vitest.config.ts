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
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
