import { expect, test } from "vitest";
import { barcodeProblem, checkDigit } from "./barcode";

test("known codes of every length pass", () => {
  for (const code of ["96385074", "036000291452", "4006381333931", "10614141000415"])
    expect(barcodeProblem(code), code).toBeUndefined();
});

test("one wrong digit is told, and which one is right", () => {
  expect(barcodeProblem("4006381333932")).toBe("条码校验位不正确，末位应为1");
  expect(barcodeProblem("036000291453")).toBe("条码校验位不正确，末位应为2");
});

test("every single wrong digit is found", () => {
  const code = "6901234567892";
  expect(checkDigit(code.slice(0, -1))).toBe(2);
  for (let i = 0; i < code.length; i++)
    for (let d = 0; d < 10; d++) {
      const other = `${code.slice(0, i)}${d}${code.slice(i + 1)}`;
      if (other !== code) expect(barcodeProblem(other), other).toBeDefined();
    }
});

test("labels of a house's own have no check digit", () => {
  for (const code of ["1234567", "ABC-12345678", "123456789012345"]) expect(barcodeProblem(code), code).toBeUndefined();
});
