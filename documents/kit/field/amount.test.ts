import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../../../tests/runs";
import { capitals } from "./amount";

it.each([
  ["0.05", "伍分"],
  ["10.00", "壹拾元整"],
  ["1004.50", "壹仟零肆元伍角整"],
  ["100000.07", "壹拾万元零柒分"],
  ["2567.93", "贰仟伍佰陆拾柒元玖角叁分"],
  ["231.36", "贰佰叁拾壹元叁角陆分"],
  ["0.00", "零元整"],
  ["0.5", "伍角整"],
  ["10101", "壹万零壹佰零壹元整"],
  ["100010000.10", "壹亿零壹万元壹角整"],
  ["300000000", "叁亿元整"],
  ["1000000000000.01", "壹万亿元零壹分"],
  ["-88.08", "负捌拾捌元零捌分"],
])("%s is %s", (amount, words) => expect(capitals(amount)).toBe(words));

/** Reads the capitals back: what they say must be the amount. */
function read(words: string): bigint {
  const digit = "零壹贰叁肆伍陆柒捌玖";
  const unit: Record<string, bigint> = { 拾: 10n, 佰: 100n, 仟: 1000n };
  let [total, part, last] = [0n, 0n, 0n];
  for (const sign of words) {
    if (digit.includes(sign)) last = BigInt(digit.indexOf(sign));
    else if (sign in unit) {
      part += last * (unit[sign] as bigint);
      last = 0n;
    } else {
      part += last;
      last = 0n;
      if (sign === "万") [total, part] = [total + part * 10_000n, 0n];
      if (sign === "亿") [total, part] = [(total + part) * 100_000_000n, 0n];
    }
  }
  return total + part + last;
}

it("what the capitals say is the amount, and no two zeros follow each other", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 99_999_999_999_999n }), (cents) => {
      const words = capitals(`${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`);
      const [head, tail] = words.includes("元") ? words.split("元") : ["", words];
      const jiao = /(.)角/.exec(tail ?? "")?.[1] ?? "零";
      const fen = /(.)分/.exec(tail ?? "")?.[1] ?? "零";
      expect(read(head ?? "") * 100n + read(jiao) * 10n + read(fen)).toBe(cents);
      expect(words).not.toMatch(/零零|零[元万亿角]$/);
    }),
    { numRuns: runs(300) },
  );
});
