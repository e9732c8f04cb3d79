import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const readmes = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => !file.startsWith("tests/bench/"));

/** Names in code font that look like a file of the repository; `x.test.ts` and `NNNN_name.sql` stand for any. */
const named = (text: string) =>
  [...text.matchAll(/`(\w[\w.@-]*(?:\/[\w.@-]+)*\.(?:tsx?|mjs|sql|html|css))`/g)]
    .map((match) => match[1] ?? "")
    .filter((name) => !/^x\.|NNNN/.test(name));

/** From the README's own folder, or from the top, whole or as the end of a path below the README. */
function isThere(readme: string, name: string): boolean {
  const home = path.dirname(readme);
  if (existsSync(path.join(home, name)) || existsSync(name)) return true;
  return readdirSync(home, { recursive: true, encoding: "utf8" }).some(
    (file) => file.split(path.sep).join("/").endsWith(`/${name}`) && !file.includes("node_modules"),
  );
}

test("every file that a README names is there", () => {
  const lost = readmes.flatMap((readme) =>
    named(readFileSync(readme, "utf8"))
      .filter((name) => !isThere(readme, name))
      .map((name) => `${readme}: ${name}`),
  );
  expect(lost).toEqual([]);
});

test("a name that is nowhere is noticed", () => {
  expect(named("see `kit/nowhere.ts` and `npm run x`")).toEqual(["kit/nowhere.ts"]);
  expect(isThere("documents/README.md", "kit/nowhere.ts")).toBe(false);
  expect(isThere("documents/README.md", "kit/index.ts")).toBe(true);
});

const PICTURES = "docs/pictures";
const MOST_BYTES = { picture: 60_000, all: 1_500_000 };

test("every picture that a README shows is there and light, and none is left over", () => {
  const shown = readmes.flatMap((readme) =>
    [...readFileSync(readme, "utf8").matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, to = ""]) => ({
      readme,
      file: path.join(path.dirname(readme), to),
    })),
  );
  expect(shown.filter(({ file }) => !existsSync(file))).toEqual([]);
  const kept = readdirSync(PICTURES).map((name) => `${PICTURES}/${name}`);
  expect(kept.filter((file) => !shown.some((one) => one.file === file))).toEqual([]);
  const sizeOf = (file: string) => statSync(file).size;
  expect(kept.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThanOrEqual(MOST_BYTES.all);
  const beside = shown.filter(({ readme }) => readme.startsWith("docs/tour/"));
  expect(beside.length).toBeGreaterThanOrEqual(readdirSync("docs/tour").length);
  expect(beside.filter(({ file }) => sizeOf(file) > MOST_BYTES.picture)).toEqual([]);
});
