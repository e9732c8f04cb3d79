import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { MoneyInput, NumberInput } from "./number-input";
import { PhoneInput, TextInput } from "./text-input";
import { Textarea } from "./textarea";

it("a text input takes 500 characters and is cleaned, a password is not", () => {
  const text = renderToStaticMarkup(<TextInput name="a" />);
  expect(text).toContain('maxLength="500"');
  expect(text).toContain('data-clean="strip"');
  expect(renderToStaticMarkup(<TextInput name="a" type="password" />)).not.toContain("data-clean");
});

it("a phone input cuts nothing of a number that is too long", () => {
  const html = renderToStaticMarkup(<PhoneInput name="mobile" value="13800138000" />);
  expect(html).toContain('maxLength="30"');
  expect(html).toContain('value="13800138000"');
});

it("a number says how many digits it takes", () => {
  const html = renderToStaticMarkup(<NumberInput name="n" integers={6} decimals={3} value="1.500" />);
  expect(html).toContain('pattern="-?\\d{0,6}(\\.\\d{0,3})?"');
  expect(html).toContain('data-number="6,3"');
  expect(html).toContain('value="1.500"');
});

it("money shows its currency and has two decimals", () => {
  const html = renderToStaticMarkup(<MoneyInput name="n" currency="USD" />);
  expect(html).toContain('data-number="12,2"');
  expect(html).toContain('<span class="unit">USD</span>');
});

it("a textarea counts what the server rendered", () => {
  expect(renderToStaticMarkup(<Textarea name="t" value="四个汉字" maxLength={10} />)).toContain("4/10");
});
