import { expect, it } from "vitest";
import { differenceOf, wordsOf } from "./difference";

it("tells lines that came from lines that went", () => {
  expect(differenceOf("甲\n乙\n", "甲\n丙\n")).toEqual([
    { text: "甲\n", how: "same" },
    { text: "乙\n", how: "removed" },
    { text: "丙\n", how: "added" },
  ]);
});

it("gives up on texts that have nothing in common before anybody waits", () => {
  const text = (seed: number) => Array.from({ length: 20_000 }, (_, i) => `${(i * seed) % 100_003}`).join("\n");
  const began = performance.now();
  differenceOf(text(7), text(13));
  expect(performance.now() - began).toBeLessThan(1000);
});

it("knows the words of a rich text", () => {
  expect(wordsOf("<p>甲 &amp; 乙</p><ul><li>丙</li></ul>")).toBe("甲 & 乙\n丙");
});
