import { expect, it } from "vitest";
import { someOf } from "./some-of";

it("names the first of many words, and counts them where they are counted by something", () => {
  const words = ["甲", "乙", "丙", "丁"];
  expect(someOf(words, 4, "个")).toBe("甲、乙、丙、丁");
  expect(someOf(words, 3, "个")).toBe("甲、乙、丙等4个");
  expect(someOf(words, 3)).toBe("甲、乙、丙等");
  expect(someOf([], 3, "个")).toBe("");
});
