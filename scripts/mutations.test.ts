import { expect, it } from "vitest";
import { mutationsOf } from "./mutations.mjs";

const SOURCE = `import { a } from "./a";
export async function f(n: 1 | 2) {
  if (n >= 2) await a(n + 1);
  return n === 1 ? "x" + "y" : roundHalfUp(n);
}
`;

it("changes one thing at a time, and names its line", () => {
  const found = mutationsOf("f.ts", SOURCE).map(({ line, what }) => `${line} ${what}`);
  expect(found).toEqual([
    "3 negated: n >= 2",
    "3 other operator: >=",
    "3 other number: 2",
    "3 other number: 2",
    "3 left out: await a(n + 1);",
    "3 other operator: +",
    "3 other number: 1",
    "3 other number: 1",
    "4 negated: n === 1",
    "4 other operator: ===",
    "4 other number: 1",
    "4 other number: 1",
    "4 other rounding: roundHalfUp",
  ]);
});

it("every change is a program of its own that differs in that place only", () => {
  for (const { text } of mutationsOf("f.ts", SOURCE)) {
    expect(text).not.toBe(SOURCE);
    expect(text.split("\n")).toHaveLength(SOURCE.split("\n").length);
  }
});
