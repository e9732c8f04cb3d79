import { expect, it } from "vitest";
import { given } from "../../../tests/given";
import { type Asking, arrivalsOf, reachOf, supplyOf } from "./network";
import type { SourcePlace } from "./sources";

const place = (id: string, kind: string, more: Partial<SourcePlace> = {}): SourcePlace => ({
  id,
  name: id,
  kind,
  storeId: null,
  stores: [],
  ...more,
});
const places = [
  place("home1", "domestic"),
  place("home2", "domestic"),
  place("us1", "overseas", { stores: ["us", "us2"] }),
  place("us2", "thirdParty", { stores: ["us", "us2"] }),
  place("fba", "fba", { storeId: "us" }),
];

const row = (storeId: string, fba: boolean, base: number): Asking => {
  const reach = given(reachOf(places, { storeId, fba }));
  const daysFrom = (id: string) => (reach.here.includes(id) ? 0 : reach.near.includes(id) ? 7 : 35);
  return { storeId, base, reach, transportDays: 35, daysFrom };
};
const moved = (supply: ReturnType<typeof supplyOf>, of: Asking) =>
  Object.fromEntries(given(supply.get(of)).movable.map((m) => [m.warehouseId, m.qty]));

it("every warehouse that can serve a store is in its reach", () => {
  expect(reachOf(places, { storeId: "us", fba: true })).toEqual({
    warehouseId: "fba",
    here: ["fba"],
    near: ["us1", "us2"],
    home: ["home1", "home2"],
    abroad: true,
  });
  expect(reachOf(places, { storeId: "us2", fba: false })).toMatchObject({
    here: ["us1", "us2"],
    near: [],
    home: ["home1", "home2"],
  });
  expect(reachOf(places, { storeId: "de", fba: false })).toMatchObject({
    here: ["home1", "home2"],
    home: [],
    abroad: false,
  });
  expect(reachOf([], { storeId: "de", fba: false })).toBeNull();
});

it("what lies somewhere goes to who misses it, each piece once", () => {
  const [fba, own] = [row("us", true, 10), row("us2", false, 5)];
  const stock = new Map([
    ["fba", 40],
    ["us1", 100],
    ["home1", 300],
    ["home2", 50],
  ]);
  const want = new Map<Asking, number>([
    [fba, 300],
    [own, 60],
  ]);
  const supply = supplyOf([fba, own], stock, (of, have) => Math.max(0, (want.get(of) ?? 0) - have));
  // The store that sells from abroad keeps its 60, 40 of it can go on; home has the rest.
  expect(given(supply.get(own)).available).toBe(60);
  expect(given(supply.get(fba)).available).toBe(40);
  expect(moved(supply, fba).us1).toBe(40);
  const all = [...supply.values()].flatMap((s) => [s.available, ...s.movable.map((m) => m.qty)]);
  expect(all.reduce((a, b) => a + b, 0)).toBe(490);
  // Nearest first.
  expect(given(supply.get(fba)).movable[0]?.days).toBe(7);
});

it("comings of nobody's own are shared by sales and come on from home; overdue ones come today", () => {
  const [fba, own] = [row("us", true, 10), row("us2", false, 5)];
  const coming = { skuId: "1", qty: 30, moving: false };
  const found = arrivalsOf(
    [fba, own],
    [
      { ...coming, storeId: null, warehouseId: "home2", day: 3 },
      { ...coming, storeId: "us2", warehouseId: "home1", day: -40 },
      { ...coming, storeId: null, warehouseId: "us1", day: 2 },
    ],
  );
  expect(found.get(fba)).toEqual([{ day: 38, qty: 20, moving: false }]);
  expect(found.get(own)).toEqual([
    { day: 38, qty: 10, moving: false },
    { day: 35, qty: 30, moving: false },
    { day: 2, qty: 30, moving: false },
  ]);
});
