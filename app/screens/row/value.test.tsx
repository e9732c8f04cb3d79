import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { field } from "#documents/kit";
import { Value } from "./value";

const amount = field.money("金额", { currency: "currency" });
const price = field.decimal("单价", { currency: "currency" });

it.each([
  [amount, "JPY", "JP¥1,200", "1,200"],
  [amount, "USD", "$1,200.00", "1,200.00"],
  [price, "JPY", "JP¥1,200", "1200"],
  [price, "USD", "$1,200.00", "1200"],
])("has the decimals of its currency, which may stand above it", (f, currency, whole, bare) => {
  const props = { name: "x", field: f, row: { x: "1200.0000" }, head: { currency } };
  expect(renderToStaticMarkup(<Value {...props} />)).toBe(whole);
  expect(renderToStaticMarkup(<Value {...props} bare />)).toBe(bare);
});
