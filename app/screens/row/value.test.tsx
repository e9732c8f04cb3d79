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

it("says a minus as a word where it has one", () => {
  const left = field.decimal("剩余时效", { unit: "小时", scale: 1, below: "已超时" });
  const said = (x: string) => renderToStaticMarkup(<Value name="x" field={left} row={{ x }} />);
  expect([said("-47.6"), said("3.0")]).toEqual(["已超时 47.6 小时", "3 小时"]);
});
