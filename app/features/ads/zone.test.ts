import { expect, it } from "vitest";
import { reportZone } from "./zone";

const now = new Date("2025-06-07T02:00:00Z");
const zone = (...zones: string[]) =>
  reportZone(
    zones.map((timezone) => ({ timezone })),
    now,
  );

it("ends yesterday where the store is, and names that zone", () => {
  expect(zone("Asia/Tokyo")).toEqual({ yesterday: "2025-06-06", name: "日本标准时间", mixed: false });
  expect(zone("America/Los_Angeles").yesterday).toBe("2025-06-05");
});

it("of several zones the westernmost counts; without stores Beijing", () => {
  expect(zone("Asia/Tokyo", "America/New_York", "America/Los_Angeles")).toEqual({
    yesterday: "2025-06-05",
    name: "北美太平洋时间",
    mixed: true,
  });
  expect(zone()).toEqual({ yesterday: "2025-06-06", name: "北京时间", mixed: false });
});
