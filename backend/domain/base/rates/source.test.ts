import { expect, test } from "vitest";
import { publishedRate, rateTable } from "./source";

const day = (time: string, rows: string) => `<Cube time="${time}">${rows}</Cube>`;
const cube = (currency: string, rate: string) => `<Cube currency="${currency}" rate="${rate}"/>`;

test("a rate is CNY per EUR by units per EUR, eight decimals, half up", () => {
  const table = rateTable(
    `<Cube>${day("2026-03-10", cube("USD", "1.1") + cube("CNY", "7.8") + cube("JPY", "160"))}</Cube>`,
  );
  expect(publishedRate(table, "2026-03-10", "USD")).toBe("7.09090909");
  expect(publishedRate(table, "2026-03-10", "JPY")).toBe("0.04875000");
  expect(publishedRate(table, "2026-03-10", "EUR")).toBe("7.80000000");
  expect(publishedRate(table, "2026-03-10", "AED")).toBeUndefined();
  expect(publishedRate(table, "2026-03-09", "USD")).toBeUndefined();
  const half = rateTable(day("2026-03-10", cube("CNY", "1") + cube("KRW", "64000000")));
  // 1 / 64,000,000 = 0.000000015625
  expect(publishedRate(half, "2026-03-10", "KRW")).toBe("0.00000002");
});

test("both kinds of quotes are read; what is no rate is left out", () => {
  const table = rateTable(
    "<Cube>\n<Cube time='2026-03-10'>\n<Cube currency='USD' rate='N/A'/><Cube currency='CNY' rate='7.8'/></Cube>" +
      day("no day", cube("USD", "1")) +
      day("2026-03-09", cube("CNY", "7.7") + cube("USD", "0") + cube("GBP", "0.86")),
  );
  expect(publishedRate(table, "2026-03-10", "USD")).toBeUndefined();
  expect(publishedRate(table, "2026-03-09", "USD")).toBeUndefined();
  // 7.7 / 0.86 = 8.953488372…
  expect(publishedRate(table, "2026-03-09", "GBP")).toBe("8.95348837");
});

test.each(["", "<html>", day("2026-03-10", cube("USD", "1.1"))])("%j is no answer", (text) =>
  expect(() => rateTable(text)).toThrow("欧洲央行的回答无法解析"),
);

test.each(["<Cube ", "<Cube time=", "<Cube currency='", '<Cube currency="USD" rate="', " "])(
  "%j repeated is read in linear time",
  (piece) => {
    const begun = process.cpuUsage();
    expect(() => rateTable(piece.repeat(2_000_000 / piece.length))).toThrow();
    expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(3);
  },
);
