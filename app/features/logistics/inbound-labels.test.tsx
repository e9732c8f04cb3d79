import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { documentNamed } from "#documents";
import { InboundBoxes, PieceLabels, PieceSheetsA4, shortTitle } from "./inbound-labels";

type LabelledRow = ComponentProps<typeof PieceLabels>["row"];
const of = (row: Omit<LabelledRow, "id" | "version">) => ({
  document: documentNamed("fba_inbound"),
  options: {},
  row: { id: "1", version: 0, no: "RJ1", ...row },
});
const line = { id: "7", skuCode: "A-01", msku: "MSKU-1", fnsku: "X001ABCDEF", qty: 3, title: "Scale" };
const labels = (html: string) => html.split('class="tag-label"').length - 1;

it("a label for each piece: bars, title, listing, condition", () => {
  const html = renderToStaticMarkup(<PieceLabels {...of({ items: [line] })} />);
  expect(labels(html)).toBe(3);
  expect(html.match(/aria-label="X001ABCDEF"/g)).toHaveLength(3);
  expect(html.match(/<p>Scale<\/p><p>MSKU-1 · <b>New<\/b><\/p>/g)).toHaveLength(3);
  expect(html).not.toContain("没有FNSKU");
});

it("a line without FNSKU is told of and not printed, one without pieces neither", () => {
  const lacking = { ...line, id: "8", msku: "MSKU-2", fnsku: null };
  const none = { ...line, id: "9", msku: "MSKU-3", qty: 0 };
  const html = renderToStaticMarkup(<PieceLabels {...of({ items: [lacking, none, { ...none, fnsku: null }] })} />);
  expect(labels(html)).toBe(0);
  expect(html).toContain("没有FNSKU，未打印：MSKU-2×3。");
  expect(html).not.toContain("MSKU-3");
});

it("thirty labels stand on a sheet, and what is beyond the most is named", () => {
  const html = renderToStaticMarkup(<PieceSheetsA4 {...of({ items: [{ ...line, qty: 61 }] })} />);
  expect(labels(html)).toBe(61);
  expect(html.split('class="tags on-a4"').length - 1).toBe(3);
  const many = renderToStaticMarkup(<PieceSheetsA4 {...of({ items: [{ ...line, qty: 10_001 }] })} />);
  expect(labels(many)).toBe(10_000);
  expect(many).toContain("未打印或未印全：MSKU-1×10001");
});

it("a long title keeps how it begins and how it ends", () => {
  expect(shortTitle("Short")).toBe("Short");
  const long = `${"a".repeat(80)} Black, Large`;
  expect([...shortTitle(long)]).toHaveLength(52);
  expect(shortTitle(long)).toMatch(/^a{26}…a+ Black, Large$/);
});

it("a label for each box of a shipment, and for its pallets where it travels on such", () => {
  const box = { boxNo: 1, code: "FBA15AU000001", qty: 20, goods: "A-01×20", weightKg: "11.50" };
  const shipment = {
    id: "1",
    shipmentId: "FBA15A",
    fcCode: "ONT8",
    qty: 40,
    labels: [box, { ...box, boxNo: 2, code: "U2" }],
  };
  const unknown = { id: "2", shipmentId: "FBA15B", fcCode: "LGB8", qty: 5, labels: [] };
  const row = { shipments: [shipment, unknown], country: "US", storeName: "美国店", fromWarehouseName: "深圳仓" };
  const html = renderToStaticMarkup(<InboundBoxes {...of({ ...row, shipWay: "GROUND_SMALL_PARCEL" })} />);
  expect(html.split('class="carton box-label"').length - 1).toBe(2);
  for (const said of ["1/2", "2/2", "FBA ONT8", "Amazon US", 'aria-label="FBA15AU000001"', "A-01×20", "11.50 kg"])
    expect(html).toContain(said);
  expect(html).toContain("还不知道箱数，未打印：FBA15B。");
  expect(html).not.toContain("PALLET");
  const freight = renderToStaticMarkup(<InboundBoxes {...of({ ...row, shipWay: "FREIGHT_LTL" })} />);
  expect(freight.split('class="carton box-label"').length - 1).toBe(3);
  expect(freight).toContain("PALLET ___/___");
});
