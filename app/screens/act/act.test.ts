import { expect, it } from "vitest";
import { payment } from "#documents/finance/payment";
import type { Field } from "#documents/kit";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { idleOf } from "./load.server";
import { actTitle } from "./title";

it("a verb takes its noun once", () => {
  expect(actTitle(inquiryOrder, "start")).toBe("发起询价");
  expect(actTitle(inquiryOrder, "void")).toBe("作废询价单");
  expect(actTitle(purchaseReturn, "ship")).toBe("确认出库 退货单");
});

it("asks for rates where currencies differ, and why only beside them", () => {
  const input = Object.entries(payment.actions?.pay?.input ?? {}) as [string, Field][];
  const paid = (payCurrency: string, currency: string) => ({ id: "1", version: 0, payCurrency, currency }) as never;
  const idle = (...rows: never[]) => idleOf(input, rows).sort();
  expect(idle(paid("CNY", "CNY"))).toEqual(["baseRate", "payRate", "rateReason"]);
  expect(idle(paid("CNY", "JPY"))).toEqual(["baseRate"]);
  expect(idle(paid("JPY", "JPY"))).toEqual(["payRate"]);
  expect(idle(paid("JPY", "USD"))).toEqual([]);
  expect(idle(paid("CNY", "CNY"), paid("JPY", "JPY"))).toEqual(["payRate"]);
});
