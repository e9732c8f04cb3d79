import { expect, it } from "vitest";
import { documents } from "#documents";
import type { Field } from "#documents/kit";

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
