import { expect, test } from "vitest";
import { documents } from "../../index";
import type { Field } from "../field/field";

const stored = (at: string, fields: Readonly<Record<string, Field>>) =>
  Object.entries(fields).flatMap(([name, f]) => (f.computed && !f.virtual ? [{ at: `${at}.${name}`, f }] : []));

test("a share or a return that the server works out is empty until it did, never 0", () => {
  const zeros = documents
    .flatMap((d) => [
      ...stored(d.name, d.fields),
      ...Object.entries(d.lines ?? {}).flatMap(([n, l]) => stored(`${d.name}.${n}`, l.fields)),
    ])
    .filter(({ at, f }) => f.kind === "percent" || /\.roi$/.test(at))
    .filter(({ f }) => !("later" in f && f.later))
    .map(({ at }) => at);
  expect(zeros).toEqual([]);
});

test("what a draft has no figures for starts empty", () => {
  const laters = documents.flatMap((d) =>
    stored(d.name, d.fields).flatMap(({ at, f }) => ("later" in f && f.later ? [at] : [])),
  );
  expect(laters).toEqual(
    expect.arrayContaining([
      "sku.goodQty",
      "sku.availableQty",
      "spu.onHandQty",
      "sales_order.estProfit",
      "platform_promotion.roi",
      "platform_promotion.actualSales",
      "purchase_requisition.estAmount",
    ]),
  );
});
