import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Where programs of ours drive a browser without the test runner. */
const ROOMS = ["scripts", "tests/bench", "tests/scenario", "tests/hostile"];

const sources = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: "utf8" }).map((file) => path.join(room, file)),
).filter((file) => /\.(mjs|tsx?)$/.test(file));

test("what drives a browser outside the test runner names the package playwright", () => {
  const imports = (file: string, name: string) =>
    new RegExp(`(from |import\\()"${name}"`).test(readFileSync(file, "utf8"));
  expect(sources.filter((file) => imports(file, "@playwright/test"))).toEqual([]);
  expect(sources.filter((file) => imports(file, "playwright"))).toEqual(
    expect.arrayContaining([path.join("scripts", "test-browser.mjs")]),
  );
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(devDependencies.playwright).toBe(devDependencies["@playwright/test"]);
});
