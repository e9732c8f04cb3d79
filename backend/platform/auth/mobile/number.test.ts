import { expect, test } from "vitest";
import { maskMobile, mobileProblem } from "./number";

test.each([
  ["", "手机号码不能为空"],
  ["1380000000", "手机号码长度不为11位"],
  ["138000000000", "手机号码长度不为11位"],
  ["01012345678", "手机号码格式不正确"],
  ["021-1234567", "手机号码格式不正确"],
  ["1380000000a", "手机号码格式不正确"],
  ["13800000000", null],
])("mobile %j", (mobile, problem) => {
  expect(mobileProblem(mobile)).toBe(problem);
});

test("masked", () => {
  expect(maskMobile("13812345678")).toBe("138****5678");
  expect(maskMobile(null)).toBeNull();
});
