import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { RequisitionSheet } from "./requisition-sheet";

const line = { id: "1", $skuId: "CUP-01", skuName: "杯", qty: 1200, unit: "pcs", turnedQty: 0 };
const sheet = (row: Record<string, unknown>, own: Record<string, unknown> = {}) =>
  renderToStaticMarkup(
    <RequisitionSheet
      document={documentNamed("purchase_requisition")}
      row={{ id: "1", version: 0, no: "QG1", totalQty: 1200, ...row, items: [{ ...line, ...own }] }}
      options={{}}
    />,
  );

it("prints what is asked for, with amounts only for who sees prices", () => {
  const plain = sheet({});
  expect(plain).toContain("请购单 QG1");
  expect(plain).toContain("1,200 pcs");
  expect(plain).not.toContain("预估");
  const priced = sheet({ estAmount: "12000.00" }, { estPrice: "10.0000", estAmount: "12000.00" });
  expect(priced).toContain("预估 ¥12,000.00");
});
