import { expect, it, test } from "vitest";
import { exchangeRate } from "#documents/base/exchange-rate";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { addressSchema, filterProblems, filtersOf, querySchema, rangeNames } from "..";

const ranges = filtersOf(purchaseOrder).filter((f) => f.kind === "range");
const day = ranges.find((f) => f.field.kind === "date" || f.field.kind === "datetime");
const text = filtersOf(purchaseOrder).find((f) => f.kind !== "range");

it.each([
  ["100", 100],
  ["101", 100],
  ["100000", 100],
  ["7", 7],
  ["0", 20],
  ["x", 20],
])("size %s is %d rows", (size, rows) => {
  expect(querySchema(exchangeRate).parse({ size })).toMatchObject({ size: rows });
});

test("a filter that is not understood is refused by its name", () => {
  const [name = ""] = rangeNames(day?.name ?? "");
  for (const wrong of ["yesterday", "2026-02-30", "2026-13-01", "2026-01-01 25:00"]) {
    const parsed = querySchema(purchaseOrder).safeParse({ [name]: wrong });
    expect(
      parsed.error?.issues.map((i) => i.path.join()),
      wrong,
    ).toEqual([name]);
    expect(filterProblems(purchaseOrder, { [name]: wrong })).toEqual({ [name]: `${day?.field.label}要填写日期` });
  }
  for (const right of ["2026-01-31", "2026-01-31 10:00", "", undefined])
    expect(querySchema(purchaseOrder).safeParse({ [name]: right }).success, right).toBe(true);
  const long = { [text?.name ?? ""]: "x".repeat(501) };
  expect(querySchema(purchaseOrder).safeParse(long).success).toBe(false);
});

test("an option that a declaration does not know is refused by its field", () => {
  const wrong = { status: "draft,gone" };
  const sentence = { status: "状态没有“gone”这个选项" };
  expect(filterProblems(purchaseOrder, wrong)).toEqual(sentence);
  expect(querySchema(purchaseOrder).safeParse(wrong).error?.issues[0]).toMatchObject({
    path: ["status"],
    message: sentence.status,
  });
  for (const status of ["draft", "draft,approved", ["draft", "approved"], ",draft", "", undefined])
    expect(querySchema(purchaseOrder).safeParse({ status }).success, String(status)).toBe(true);
  // What a dictionary knows is data.
  expect(filterProblems(purchaseOrder, { currency: "XXX" })).toEqual({});
});

test("an address keeps what is wrong with a filter, so that it can be shown", () => {
  const long = { [text?.name ?? ""]: "x".repeat(9000) };
  const query = addressSchema(purchaseOrder).parse(long);
  expect(Object.keys(filterProblems(purchaseOrder, query))).toEqual([text?.name]);
});
