import { expect, it } from "vitest";
import { barsOf } from "./barcode";

it("every character has five bars and three wide elements", () => {
  for (const letter of "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-.") {
    const { bars, width } = barsOf(letter);
    expect(bars.length, letter).toBe(15);
    // Three characters of 9 elements, 3 of them wide, and two gaps between them.
    expect(width, letter).toBe(3 * 15 + 2);
  }
  expect(new Set([..."ABC"].map((l) => JSON.stringify(barsOf(l)))).size).toBe(3);
});
