import { expect, it } from "vitest";
import { documents } from "#documents";
import type { DocumentType, Field } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import { checkDecimals } from "./decimals";

const bound = (fields: Readonly<Record<string, Field>>) =>
  Object.entries(fields).flatMap(([name, f]) =>
    "currency" in f && f.currency ? [{ name, currency: f.currency }] : [],
  );

// An amount whose currency is not found would be taken for one with decimals.
it("every amount that names the field of its currency has it in its row or in the head", () => {
  const all = documents.flatMap(({ name, fields, lines = {} }) => [
    ...bound(fields).map((b) => ({ ...b, at: name, kind: fields[b.currency]?.kind })),
    ...Object.entries(lines).flatMap(([list, l]) =>
      bound(l.fields).map((b) => ({
        ...b,
        at: `${name}.${list}`,
        kind: (l.fields[b.currency] ?? fields[b.currency])?.kind,
      })),
    ),
  ]);
  expect(all.length).toBeGreaterThan(8);
  expect(all.filter(({ kind }) => kind !== "dict")).toEqual([]);
});

/** Fields that people fill in and that are of a currency, of every form and action. */
const typed = documents.flatMap((document) => {
  const d: DocumentType = document;
  const forms = [d, ...Object.values(d.actions ?? {}).map((a) => ({ ...a, fields: a.input ?? {} }))];
  return forms.flatMap(({ fields, lines = {} }) =>
    [fields, ...Object.values(lines).map((l) => l.fields)].flatMap((own) =>
      Object.entries(own).flatMap(([name, f]) =>
        (f.kind === "money" || f.kind === "decimal") && f.currency && !f.computed
          ? [{ at: `${d.name}.${name}`, name, f, currency: f.currency }]
          : [],
      ),
    ),
  );
});

it("prices of one piece are decimals with four places, amounts are money", () => {
  const price = (label: string) => /单价|原价|活动价|目标价|参考价|^报价$/.test(label);
  const wrong = typed.filter(({ f }) => (f.kind === "decimal") !== price(f.label));
  expect(wrong.map(({ at, f }) => `${at} ${f.label} ${f.kind}`)).toEqual([]);
  expect(typed.filter(({ f }) => f.kind === "decimal" && (f.scale ?? 4) !== 4)).toEqual([]);
});

it("in a currency without decimals every price has its four, and no amount has any", async () => {
  const db = await testDatabase();
  const said = (field: (typeof typed)[number], value: string) =>
    checkDecimals(
      actAs(db),
      { fields: { [field.name]: field.f } },
      { [field.name]: value, [field.currency]: "JPY" },
    ).then(
      () => "good",
      (e: Error) => e.message,
    );
  for (const field of typed) {
    const price = field.f.kind === "decimal";
    expect([field.at, await said(field, "1.2345")]).toEqual([field.at, price ? "good" : "日元金额不能有小数"]);
    expect(await said(field, "12")).toBe("good");
  }
  await db.close();
});
