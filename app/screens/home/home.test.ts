import { expect, test } from "vitest";
import { greetingAt } from "./home.server";

test("the greeting follows the clock of Asia/Shanghai, whatever zone the server has", () => {
  const at = (utc: string) => greetingAt(new Date(`2026-03-01T${utc}:00Z`));
  expect(at("00:00")).toBe("早上好");
  expect(at("04:30")).toBe("中午好");
  expect(at("09:59")).toBe("下午好");
  expect(at("10:00")).toBe("晚上好");
  expect(at("16:00")).toBe("夜深了");
});
