import { randomInt } from "node:crypto";

/** 12 characters of four classes, without look-alikes; shown once and never stored in plain. */
export function randomPassword(): string {
  const classes = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnpqrstuvwxyz", "23456789", "!@#%+="];
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const chars = [...classes.map(pick), ...Array.from({ length: 8 }, () => pick(classes.join("")))];
  for (let i = chars.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [chars[i], chars[j]] = [chars[j] ?? "", chars[i] ?? ""];
  }
  return chars.join("");
}
