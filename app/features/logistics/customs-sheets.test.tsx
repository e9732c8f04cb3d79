import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { CommercialInvoice, DeclarationSheet, PackingList, SalesContract } from "./customs-sheets";

const row = (lines: number) => ({
  id: "1",
  version: 0,
  no: "CD1",
  customsType: "2" as const,
  currency: "USD",
  totalAmount: "250.00",
  cartons: 5,
  grossWeightKg: "66.00",
  netWeightKg: "45.50",
  companyName: "某某公司",
  items: Array.from({ length: lines }, (_, i) => ({
    id: String(i),
    hsCode: "3924100000",
    declareNameCn: `餐具${i}`,
    unit: "个",
    qty: 10,
    declareElements: "材质：塑料；用途：家用",
    legalQty1: "10.0000",
    legalUnit1: "个",
    unitPrice: "2.5000",
    amount: "25.00",
    grossWeightKg: "6.60",
    netWeightKg: "4.55",
    originCountry: "CN",
  })),
});

const options = { destCountry: [{ value: "CN", label: "中国" }] };
const sheets = [DeclarationSheet, PackingList, CommercialInvoice, SalesContract];

it.each([1, 5, 40])("every sheet has each of %i lines once, and the sum below them", (count) => {
  const document = documentNamed("customs_declaration");
  for (const Sheet of sheets) {
    const html = renderToStaticMarkup(<Sheet document={document} row={row(count)} options={options} />);
    expect(html.match(/<tr>|<tr /g)).toHaveLength(count + 2);
    expect(html).toMatch(/合计/);
  }
});

it("the declaration says the supervision mode and legal quantities", () => {
  const html = renderToStaticMarkup(
    <DeclarationSheet document={documentNamed("customs_declaration")} row={row(1)} options={options} />,
  );
  expect(html).toContain("9810 跨境电商出口海外仓");
  expect(html).toContain("10 个<br/>10 个");
  expect(html).toContain("中国");
});
