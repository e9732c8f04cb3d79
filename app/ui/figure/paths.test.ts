import { expect, it } from "vitest";
import { axisLabels, labelLevels, textWidth } from "./labels";
import { exactText, tickTexts, valueText } from "./number";
import { barPath, barPlaces, dotPath, linePath, placeOn } from "./paths";

const place = placeOn({ low: -50, high: 150 });

it("bars begin at zero and go both ways; none for a gap or a zero", () => {
  const [where] = barPlaces(4, 1);
  expect(where!.at * 2 + where!.width).toBe(100);
  expect(barPath([100, null, 0, -50], place, { at: 20, width: 60 })).toBe("M20 750V250h60V750zM320 750V1000h60V750z");
});

it("bars beside each other do not touch the next band, whatever their number", () => {
  for (const labels of [1, 2, 13, 60])
    for (const count of [1, 2, 6]) {
      const places = barPlaces(labels, count);
      expect(places[0]!.at).toBeGreaterThanOrEqual(0);
      expect(places.at(-1)!.at + places.at(-1)!.width).toBeLessThanOrEqual(100);
      expect(places.every((p) => p.width > 0)).toBe(true);
    }
});

it("a line stops at a gap, and a lonely point is a dot even among many", () => {
  expect(linePath([0, 50, null, 100], place)).toBe("M50 750 150 500M350 250");
  const many = [...Array(20).fill(1), null, 100];
  expect(dotPath(many, place)).toBe("M2150 250h0");
  expect(dotPath([null, null], place)).toBe("");
});

it("labels never touch at the width they are chosen for, and the newest is always there", () => {
  const days = Array.from({ length: 60 }, (_, i) => `2025-06-${String((i % 30) + 1).padStart(2, "0")}`);
  const levels = labelLevels(axisLabels(days));
  expect(levels.at(-1)).toBe(0);
  for (const [level, width] of [270, 500, 800].entries()) {
    const shown = levels.filter((l) => l !== null && l <= level).length;
    expect(shown * textWidth("06-30")).toBeLessThan(width);
    expect(shown).toBeGreaterThan(3);
  }
  expect(labelLevels(["a", "b"])).toEqual([0, 0]);
});

it("months are short: the year stands at the first and at each January", () => {
  expect(axisLabels(["2024-11", "202412", "2025-01"])).toEqual(["24年11月", "12月", "25年1月"]);
  expect(axisLabels(["北美", "2025-06-03"])).toEqual(["北美", "06-03"]);
});

it("numbers beside marks, in tables and on axes", () => {
  expect(valueText(12345.678, "wan")).toBe("1.23万");
  expect(valueText(-12345.678, "usd")).toBe("-$12.35k");
  expect(valueText(0.56, "usd")).toBe("$0.56");
  expect(exactText(123456789012.34, "wan")).toBe("12,345,678.90万");
  expect(exactText(1e-7, "percent")).toBe("0.00%");
  expect(exactText(null, "short")).toBe("—");
  expect(tickTexts([-2e6, 0, 2e6], "wan")).toEqual(["-200万", "0", "200万"]);
  expect(tickTexts([0, 1.5e11, 3e11], "wan")).toEqual(["0", "1,500亿", "3,000亿"]);
  expect(tickTexts([0, 2500, 5000], "usd")).toEqual(["$0", "$2.5k", "$5k"]);
  expect(tickTexts([0, 0.0025], "percent")).toEqual(["0%", "0.25%"]);
});
