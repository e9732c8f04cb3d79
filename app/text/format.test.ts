import { describe, expect, it } from "vitest";
import { formatBytes } from "./bytes";
import { cleanMulti, cleanNumber, cleanText, phoneProblem, plainThousands, ungrouped } from "./clean";
import { addDays, formatMoment, generalRanges, months, reportRanges, today, wallClock } from "./date";
import { decimalText, roundDecimal, sumDecimals } from "./decimal";
import * as f from "./format";

describe("numbers", () => {
  it("shows amounts of 10000 and more in 万 with two decimals", () => {
    expect(f.formatWan("9999.99")).toBe("9,999.99");
    expect(f.formatWan("10000")).toBe("1.00万");
    expect(f.formatWan("-123456789.01")).toBe("-12,345.68万");
    expect(f.formatWan(null)).toBe("—");
  });

  it("abbreviates with k, M, G, T, P and E and moves up when rounding reaches 1000", () => {
    expect(["999", "1000", "1250", "999950", "5600000"].map((v) => f.formatShort(v))).toEqual([
      "999",
      "1k",
      "1.3k",
      "1M",
      "5.6M",
    ]);
    expect(f.formatShort("1000000000000000000")).toBe("1E");
    expect(f.formatShort("-2300000000")).toBe("-2.3G");
  });

  it("keeps money exact where a float would not", () => {
    expect(f.formatMoney("1.005", "USD")).toBe("$1.01");
    expect(f.formatMoney("90071992547409931.115", "CNY")).toBe("¥90,071,992,547,409,931.12");
    expect(f.formatMoney("-1234.5", "EUR")).toBe("-€1,234.50");
    expect(f.formatMoney("1234.5", "JPY")).toBe("JP¥1,235");
    expect(f.formatMoney("12", "CAD")).toBe("CAD 12.00");
    expect(f.formatMoney("", "USD")).toBe("—");
    expect(decimalText(sumDecimals(["0.1", "0.2", null, "x"]))).toBe("0.3");
    expect(roundDecimal("-0.5", 0)).toBe("-1");
  });

  it("shows ratios as percentages with two decimals", () => {
    expect(f.formatPercent("0.12345")).toBe("12.35%");
    expect(f.formatPercent("12.5", 0)).toBe("1,250%");
  });

  it("says nothing of what is no plain decimal, and no sign of what rounds to nothing", () => {
    expect(["1e5", "x", "", null, Number.NaN].map((v) => f.formatNumber(v, 2))).toEqual(Array(5).fill("—"));
    expect(f.formatNumber("-0.004", 2)).toBe("0.00");
    expect(f.formatPercent("-0.00001")).toBe("0.00%");
    expect(f.formatNumber("-1234.50")).toBe("-1,234.50");
  });

  it("names file sizes", () => {
    expect([0, 1023, 1024, 20 * 1024 * 1024].map(formatBytes)).toEqual(["0 B", "1023 B", "1 KB", "20 MB"]);
  });
});

describe("typed text", () => {
  it("strips quotes and angle brackets, and joins several values by single commas", () => {
    expect(cleanText(`<b>"it's"</b>`)).toBe("bits/b");
    expect(cleanMulti(" A1 ,, B2，C3\nD4 ")).toBe("A1,B2,C3,D4");
  });

  it("groups a phone number 3-4-4 and takes it apart again", () => {
    expect(f.formatPhone("13800138000")).toBe("138 0013 8000");
    expect(ungrouped("138 0013-8000")).toBe("13800138000");
    expect(["138 0013 80009", "+86 138 0013 8000"].map(ungrouped).map(phoneProblem)).toEqual(
      Array(2).fill("手机号码长度不为11位"),
    );
  });

  it.each([
    ["", "手机号码不能为空"],
    ["1380013800", "手机号码长度不为11位"],
    ["010-62345678", "手机号码格式不正确"],
    ["13800138000", null],
  ])("says what is wrong with phone %s", (value, message) => {
    expect(phoneProblem(value)).toBe(message);
  });

  it("limits integer digits and decimals", () => {
    expect(cleanNumber("-1234.5678", 3, 2)).toBe("-123.56");
    expect(cleanNumber("12.5", 4, 0)).toBe("12");
    expect(cleanNumber("1a2", 4, 2)).toBe("12");
  });

  it("never makes another number of one with a comma", () => {
    expect(["1,5", "1.234,56", "12,34.5x"].map((v) => cleanNumber(v, 6, 2))).toEqual(["1,5", "1.234,56", "12,34.5"]);
    expect(["1,234,567.89", "-1,234", "1,5", "1,2345"].map(plainThousands)).toEqual([
      "1234567.89",
      "-1234",
      "1,5",
      "1,2345",
    ]);
  });
});

describe("dates", () => {
  it("cuts wall-clock text and counts days in Asia/Shanghai", () => {
    expect(today(new Date("2026-06-30T16:00:00Z"))).toBe("2026-07-01");
    expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
    expect(months("2026-02-10", 3)).toEqual(["202512", "202601", "202602"]);
  });

  it("offers the quick ranges of lists and of reports", () => {
    expect(generalRanges("2026-07-10")[2]).toEqual({ label: "最近7天", start: "2026-07-04", end: "2026-07-10" });
    const report = reportRanges("2026-07-10");
    expect(report.map((r) => r.label)).toEqual(["昨天", "最近7天", "最近30天", "最近60天"]);
    expect(report.every((r) => r.end === "2026-07-09")).toBe(true);
  });
});

it("a moment in a list leaves out what is plain, and its time where it is long ago", () => {
  const now = new Date("2025-12-31T16:30:05Z");
  expect(wallClock(now)).toBe("2026-01-01 00:30:05");
  expect(today(now)).toBe("2026-01-01");
  expect(formatMoment("2026-07-01 09:30:15", now)).toBe("07-01 09:30");
  expect(formatMoment("2026-07-01T09:30:15", now)).toBe("07-01 09:30");
  expect(formatMoment("2025-12-31 23:59:59", now)).toBe("2025-12-31");
  expect(formatMoment(null, now)).toBe("—");
});
