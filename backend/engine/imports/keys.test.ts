import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import type { ImportEntry } from "./entry";
import { repeated } from "./keys";
import { letters, mapHeaders } from "./mapping";

const entry = (at: number, values: object): ImportEntry => ({
  rows: [{ at, cells: [] }],
  lineRows: [],
  problems: [],
  values: { ...values },
});

it("finds rows of one file that have the same whole key, and names the first of them", () => {
  const rates = [
    entry(2, { currency: "USD", effectiveDate: "2026-01-01" }),
    entry(3, { currency: "USD", effectiveDate: "2026-01-02" }),
    entry(4, { currency: "USD", effectiveDate: "2026-01-01" }),
    entry(5, { currency: "USD" }),
    entry(6, { currency: "USD" }),
  ];
  const found = [...repeated(documentNamed("exchange_rate"), rates)];
  expect(found.map(({ entry: e, of }) => [e.rows[0]?.at, of.rows[0]?.at])).toEqual([[4, 2]]);
});

it("compares headings without marks, units and blanks, and uses none twice", () => {
  const columns = [
    { key: "qty", label: "数量", also: ["件数"], required: true },
    { key: "rate", label: "税率%", also: ["税率"], required: false },
    { key: "note", label: "备注", also: [], required: false },
  ];
  expect(mapHeaders(columns, ["税率", " 数量* ", "备注（选填）", "件数"])).toEqual({ rate: 0, qty: 1, note: 2 });
  expect(mapHeaders(columns, ["", "无关"])).toEqual({});
});

it("names columns as a spreadsheet does", () => {
  expect([0, 25, 26, 27, 701, 702].map(letters)).toEqual(["A", "Z", "AA", "AB", "ZZ", "AAA"]);
});
