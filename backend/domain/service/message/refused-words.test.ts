import { expect, test } from "vitest";
import { wordFault } from "./refused-words";

const OUTSIDE = "内容含站外联系方式，不允许发送";
const INDUCING = "内容含诱导评价用语，不允许发送";

test.each([
  ["see https://shop.example", OUTSIDE],
  ["write to me@example.com", OUTSIDE],
  ["call +1 (213) 555-0142", OUTSIDE],
  ["加微信聊", OUTSIDE],
  ["please leave a positive review", INDUCING],
  ["we refund you once you change your review", INDUCING],
  ["给个好评返现", INDUCING],
])("%s", (text, reason) => {
  expect(wordFault(text)).toBe(reason);
});

test("what belongs to the order may be said", () => {
  const text = "Order 113-1234567-7654321 left with 9400111899223100001234 on 2026-07-06, refund 26.38";
  expect(wordFault(text, ["9400111899223100001234"])).toBeUndefined();
  expect(wordFault("Thank you for your feedback, it arrives in 3 days.")).toBeUndefined();
});

test("a long text is looked through in a moment", () => {
  const began = performance.now();
  wordFault(`${"1 ".repeat(2000)}${"review ".repeat(500)}`);
  wordFault("a".repeat(4000));
  expect(performance.now() - began).toBeLessThan(100);
});
