import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { documentNamed } from "#documents";
import type { ContractSnapshot } from "#documents/purchase/contract-snapshot";
import { ContractSheet } from "./contract-sheet";

const party = { creditCode: "91440300MA5DEMO01X", address: "深圳", contact: "张三", phone: "1" };
const goods = {
  skuCode: "SKU-1",
  skuName: "保温杯",
  spec: null,
  unit: "个",
  qty: 50,
  price: "25.4500",
  taxRate: "13.00",
  priceInclTax: "28.7585",
  amountExclTax: "1272.50",
  taxAmount: "165.43",
  amount: "1437.93",
  expectDate: "2026-12-01",
};
const snapshot = (contractType: ContractSnapshot["contractType"]): ContractSnapshot => ({
  no: "HT1",
  contractType,
  supplement: 0,
  currency: "CNY",
  signPlace: "深圳",
  date: "2026-11-21",
  buyer: { ...party, name: "甲方公司", chop: null },
  seller: { ...party, name: "乙方公司" },
  orders: [
    {
      no: "CG1",
      warehouse: "深圳仓",
      freight: "0.00",
      other: "0.00",
      discount: "0.00",
      amount: "1437.93",
      rows: [goods],
    },
  ],
  goodsAmount: "1272.50",
  taxAmount: "165.43",
  totalAmount: "1437.93",
  totalAmountCn: "壹仟肆佰叁拾柒元玖角叁分",
  depositAmount: "431.38",
  balanceAmount: "1006.55",
  terms: { deliveryTerm: "", qualityTerm: "", breachTerm: "", paymentTerm: "" },
});

const draw = (sheet: ContractSnapshot | undefined, row: Record<string, unknown> = {}) =>
  renderToStaticMarkup(
    <ContractSheet
      document={documentNamed("purchase_contract")}
      row={{ id: "1", version: 0, status: "approved", sheet, frozen: "abc", ...row }}
      options={{}}
    />,
  );

describe("contract sheet", () => {
  it("with tax: both prices, the rate, the sum with tax, and the tax in it", () => {
    const html = draw(snapshot("tax"));
    for (const head of ["不含税单价", "税率", "含税单价", "价税合计"]) expect(html).toContain(head);
    expect(html).toContain("25.45");
    expect(html).toContain("28.7585");
    expect(html).toContain("其中税额 165.43");
    expect(html).toContain("壹仟肆佰叁拾柒元玖角叁分");
  });

  it("without tax: price and amount, no word of tax", () => {
    const html = draw(snapshot("nonTax"));
    expect(html).toContain("金额");
    for (const word of ["税率", "含税单价", "价税合计", "其中税额"]) expect(html).not.toContain(word);
  });

  it("bears the chop once it is approved, a mark before and after", () => {
    expect(draw(snapshot("tax"))).toContain("合同专用章");
    const draft = draw(snapshot("tax"), { status: "draft", frozen: null });
    expect(draft).toContain("草案");
    expect(draft).not.toContain("合同专用章");
    expect(draw(snapshot("tax"), { status: "terminated" })).toContain("已失效");
  });

  it("says so when prices may not be seen", () => {
    expect(draw(undefined)).toContain("没有查看采购价的权限");
  });
});
