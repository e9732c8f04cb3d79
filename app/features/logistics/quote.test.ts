import { expect, test } from "vitest";
import { boxesText, readBoxes, rowsOf } from "./quote";

test("rows of cartons go to the backend and back; blank ones are left out, one carton unless said", () => {
  const address = "n=3&n=&n=&l=50&l=60&l=&w=40&w=40&w=&h=40&h=40&h=&kg=12&kg=15&kg=&b=0&b=1&b=0";
  const rows = readBoxes(new URLSearchParams(address));
  expect(boxesText(rows)).toBe("3,50,40,40,12,0;1,60,40,40,15,1");
  expect(rowsOf(boxesText(rows))).toEqual(rows);
  expect(readBoxes(new URLSearchParams(""))).toEqual([]);
});
