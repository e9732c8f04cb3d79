/** Lengths at which GS1 codes end with a check digit: EAN-8, UPC-A, EAN-13 and GTIN-14. */
const CHECKED = new Set([8, 12, 13, 14]);

/** The last digit that a GS1 code must have after these: weights 3 and 1 from the right. */
export function checkDigit(body: string): number {
  const sum = [...body].reverse().reduce((n, d, i) => n + Number(d) * (i % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

/** What is wrong with a barcode: EAN and UPC are checked, other labels are taken as they read. */
export function barcodeProblem(code: string): string | undefined {
  if (!/^\d+$/.test(code) || !CHECKED.has(code.length)) return undefined;
  const right = checkDigit(code.slice(0, -1));
  return right === Number(code.at(-1)) ? undefined : `条码校验位不正确，末位应为${right}`;
}
