import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { contrast } from "../theme/colour";

const css = ["figure/colours.css", "theme/themes.css"].map((file) => readFileSync(`app/ui/${file}`, "utf8")).join("");
const all = [...css.matchAll(/--c\d: (#[0-9a-f]{6})/g)].map((m) => m[1]!);
const palettes = [all.slice(0, 6), all.slice(6)];

const linear = (hex: string) =>
  [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
/** Rows of Machado, Oliveira and Fernandes (2009) for linear RGB: all cones, without red, without green. */
const EYES = [
  [1, 0, 0, 0, 1, 0, 0, 0, 1],
  [0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052],
  [0.367, 0.861, -0.228, 0.28, 0.673, 0.047, -0.012, 0.043, 0.969],
];
const RGB_XYZ = [0.4339, 0.3762, 0.1899, 0.213, 0.715, 0.072, 0.018, 0.109, 0.873];
const times = (m: number[], v: number[]) => [0, 3, 6].map((row) => v.reduce((sum, x, i) => sum + x * m[row + i]!, 0));
/** CIE Lab as that eye sees the colour. */
function seen(hex: string, eye: number[]) {
  const clipped = times(eye, linear(hex)).map((c) => Math.min(1, Math.max(0, c)));
  const [x, y, z] = times(RGB_XYZ, clipped).map(Math.cbrt) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

it("both palettes have six colours that stand out from white and from each other", () => {
  for (const palette of palettes) {
    expect(palette).toHaveLength(6);
    for (const colour of palette) expect(contrast(colour, "#ffffff")).toBeGreaterThanOrEqual(3);
  }
});

it("any two colours differ for eyes without red or green, and more so the first three", () => {
  for (const palette of palettes)
    for (const eye of EYES)
      for (const [i, a] of palette.entries())
        for (const [j, b] of palette.slice(0, i).entries()) {
          const [one, two] = [seen(a, eye), seen(b, eye)];
          const distance = Math.hypot(...one.map((c, k) => c - two[k]!));
          expect(distance, `${a} ${b}`).toBeGreaterThan(Math.max(i, j) < 3 ? 20 : 12);
        }
});
