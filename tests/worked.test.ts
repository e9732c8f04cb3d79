import { expect, it } from "vitest";
import { lineAmounts } from "#backend/platform/values/money";
import { worked } from "../app/text/works";
import { documents } from "../documents";
import type { Field } from "../documents/kit";
import { purchaseOrderLine } from "../documents/purchase/purchase-order-lines";
import { requisition } from "../documents/purchase/requisition";

const lines = documents.flatMap((d) =>
  Object.entries(d.lines ?? {}).map(([name, l]) => ({ at: `${d.name}.${name}`, fields: l.fields })),
);

const formulas = (f: Field): string[] => [
  ...("works" in f && f.works ? [f.works] : []),
  ...(("warns" in f && f.warns) || []).map(({ unless, says }) => `${unless} ${says}`),
];

it("what a line shows while people type is made of fields that it has", () => {
  const all = lines.flatMap(({ at, fields }) =>
    Object.values(fields).flatMap((f) => formulas(f).map((text) => ({ at, text, fields }))),
  );
  expect(all.length).toBeGreaterThan(5);
  const unknown = all.flatMap(({ at, text, fields }) =>
    (text.match(/[a-z]\w*/gi) ?? [])
      .filter((word) => word !== "of" && !(word in fields))
      .map((word) => `${at}: ${word}`),
  );
  expect(unknown).toEqual([]);
});

it("amounts while typing are those that the rules work out", () => {
  const cases = [
    ["3", "0.3333", "13"],
    ["1", "0.005", "0"],
    ["7", "12.3456", "6.5"],
    ["999999", "1234.5678", "13"],
  ] as const;
  for (const [qty, price, taxRate] of cases) {
    const rules = lineAmounts(qty, price, taxRate);
    const typed: Record<string, string | null> = { qty, price, taxRate };
    const work = (name: "priceInclTax" | "amountExclTax" | "amount" | "taxAmount") => {
      const { works } = purchaseOrderLine[name];
      typed[name] = worked(works, (n) => typed[n], name === "priceInclTax" ? 4 : 2);
    };
    for (const name of ["priceInclTax", "amountExclTax", "amount", "taxAmount"] as const) work(name);
    expect(typed).toMatchObject(rules);
    const { works } = requisition.lines.items.fields.estAmount;
    const estimate = worked(works, (n) => (n === "qty" ? qty : price), 2);
    expect(estimate).toBe(rules.amountExclTax);
  }
});
