import { describe, expect, test } from "vitest";
import { type Circle, circlesIn, circlesOf, crowded, importsBelow } from "./architecture-circles";

/** Circles that are still there. The list only shrinks: one that is gone must go from here too. */
const knownCircles: Circle[] = [];

/**
 * Folders that are still too full; the same rule. Routes lie flat because Remix has them so, migrations
 * because they run in the order of their names and none is ever changed.
 */
const knownCrowds = ["app/routes", "backend/platform/db/migrations"];

const MOST_FILES = 40;

describe("rooms", () => {
  test("no two of one folder need each other", () => {
    const found = circlesOf(importsBelow(["app", "backend", "documents", "server"]));
    expect(found.sort()).toEqual([...knownCircles].sort());
  });

  test("none holds more files than a person looks through", () => {
    const folders = ["app", "backend", "documents", "server", "scripts", "tests"];
    expect(crowded(folders, MOST_FILES).sort()).toEqual([...knownCrowds].sort());
  });

  test("a circle is seen on the level where it is: folders count as one room, files as rooms", () => {
    const imports = [
      { from: "a/b/deep/x.ts", to: "a/c/y.ts" },
      { from: "a/c/z.ts", to: "a/main.ts" },
      { from: "a/main.ts", to: "a/b/w.ts" },
      { from: "a/other.ts", to: "a/b/w.ts" },
      { from: "a/b/w.ts", to: "a/b/deep/x.ts" },
    ];
    expect(circlesIn("a", imports)).toEqual(["a: b c main.ts"]);
    expect(circlesIn("a/b", imports)).toEqual([]);
    expect(circlesOf(imports)).toEqual(["a: b c main.ts"]);
  });
});
