import { expect, test } from "vitest";
import { newWorld } from "../../world/world";
import { place } from "../place";
import { settleDue } from "./settle-due";

const DAY = 86_400_000;

test("an account's last two periods are settled at first, then each that ends, none twice", () => {
  const world = newWorld("due");
  world.sellers = [{ account: "A", name: "A", marketplaceId: "ATVPDKIKX0DER", country: "US", currency: "USD" }];
  const now = Date.parse("2026-11-28T12:00:00Z");
  for (const days of [3, 9, 17, 25, 60])
    place(world, {
      seller: "A",
      orderNo: `114-0000000-00000${days}`,
      purchaseTime: new Date(now - days * DAY).toISOString(),
      lines: [{ sellerSku: "X", qty: 1, itemPrice: "10.00" }],
    });
  settleDue(world, "A", now);
  expect(world.settlements).toHaveLength(2);
  const [first, second] = world.settlements;
  expect(Date.parse(second?.end ?? "") - Date.parse(first?.end ?? "")).toBe(14 * DAY);
  expect(second?.start).toBe(first?.end);
  settleDue(world, "A", now);
  expect(world.settlements).toHaveLength(2);
  settleDue(world, "A", now + 29 * DAY);
  expect(world.settlements).toHaveLength(4);
  const settled = world.settlements.flatMap((s) => s.orders);
  expect(new Set(settled).size).toBe(settled.length);
  expect(settled).toHaveLength(5);
});
