import { expect, it } from "vitest";
import { layoutCookie, layoutFromForm, parseLayout, readLayout, serializeLayout } from "./layout";

it("keeps a layout through its cookie", () => {
  const layout = { no: { width: 160, fixed: true }, 备注: { hide: true, fixed: false } };
  const cookie = layoutCookie("/crud/index", layout);
  expect(cookie).toContain("Path=/crud/index");
  expect(readLayout(`a=1; ${cookie.split(";")[0]}`)).toEqual(layout);
});

it("drops what it does not understand and keeps widths in bounds", () => {
  expect(parseLayout("a~w9999~zz!b~w1!%E0~h1!!")).toEqual({ a: {}, b: { width: 40 } });
  expect(parseLayout(null)).toEqual({});
  expect(serializeLayout({})).toBe("");
});

it("reads the chooser's form: an unticked column is hidden", () => {
  const form = new FormData();
  form.append("show", "a");
  form.append("fix", "a");
  form.append("width.b", "120");
  expect(layoutFromForm(form, ["a", "b"])).toEqual({
    a: { hide: false, fixed: true },
    b: { hide: true, fixed: false, width: 120 },
  });
});

it("forgets a layout at once", () => {
  expect(layoutCookie("/x", null)).toContain("Max-Age=0");
});
