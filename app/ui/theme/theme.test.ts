import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, isColour, legibleShade, mix } from "./colour";
import { DEFAULT_COLOUR, SWATCHES, themeCss, themeVariables } from "./theme";

const WHITE = "#ffffff";

test("contrast follows WCAG", () => {
  expect(contrast("#000000", WHITE)).toBeCloseTo(21, 5);
  expect(contrast(DEFAULT_COLOUR, WHITE)).toBeCloseTo(2.76, 1);
});

test("any colour gets a shade that is legible on white, and on its own tint", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((n) => "#" + n.toString(16).padStart(6, "0"));
  fc.assert(
    fc.property(colour, (hex) => {
      const v = themeVariables(hex);
      expect(isColour(v["--action"])).toBe(true);
      expect(contrast(v["--action"], WHITE)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(v["--action"], mix(hex, WHITE, 0.12))).toBeGreaterThanOrEqual(4.5);
      const dark = themeVariables(hex, true)["--action"];
      for (const ground of ["#171d26", "#0f141b", mix(hex, "#171d26", 0.18)])
        expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5);
    }),
  );
  for (const swatch of SWATCHES) expect(contrast(legibleShade(swatch), WHITE)).toBeGreaterThanOrEqual(4.5);
});

test("a colour that is legible already stays as it is", () => {
  expect(legibleShade("#7C2D12")).toBe("#7c2d12");
});

test("the default colour needs no inline style", () => {
  expect(themeCss("#409EFF")).toBe("");
  expect(themeCss("#e5484d")).toMatch(/^:root\{--accent:#e5484d;--action:#[0-9a-f]{6}\}$/);
});
