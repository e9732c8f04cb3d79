import { expect, it } from "vitest";
import { documentNamed, documents } from "#documents";
import { formFields, isPhone } from "#documents/kit";
import { takenOut } from "./taken";
import { readFields, readForm } from "./values";

const supplier = documentNamed("supplier");

function formOf(values: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

const PHONES = ["+1 415 555 0123", "0755-8888 6666 转 12", "13800138000"];

it.each(PHONES)("a telephone stays as it was typed: %s", (typed) => {
  for (const document of documents)
    for (const [name, f] of formFields(document, "add"))
      if (isPhone(f) && f.kind === "text" && f.input === "tel")
        expect([document.name, readFields(formOf({ [name]: typed }), [[name, f]])[name]]).toEqual([
          document.name,
          typed,
        ]);
});

it("a mobile number loses its groups alone: what is too long is for who judges it", () => {
  const read = (mobile: string) => readForm(formOf({ mobile }), documentNamed("user"), "add").mobile;
  expect(read("138 0013-8000")).toBe("13800138000");
  expect(read("138001380001")).toBe("138001380001");
  expect(read("+86 138")).toBe("+86138");
});

it("says what was taken out of texts, of lines too", () => {
  const said = (values: Record<string, string>) =>
    takenOut(
      formOf(values),
      formFields(supplier, "add"),
      Object.entries(supplier.lines ?? {}).map(([name, l]) => [name, l.fields] as const),
    );
  expect(said({ name: "深圳杯子厂", contactName: "O’Brien" })).toBeUndefined();
  expect(said({ contactName: "O'Brien", "accounts[0].bankName": "<中行>" })).toMatch(
    /^已去掉不允许的字符 " ' < >：联系人、/,
  );
});
