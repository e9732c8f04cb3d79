import { expect, it } from "vitest";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { actTitle } from "./title";

it("a verb takes its noun once", () => {
  expect(actTitle(inquiryOrder, "start")).toBe("发起询价");
  expect(actTitle(inquiryOrder, "void")).toBe("作废询价单");
  expect(actTitle(purchaseReturn, "ship")).toBe("确认出库 退货单");
});
