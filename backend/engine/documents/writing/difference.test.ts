import { expect, it } from "vitest";
import { oaPayment } from "#documents/finance/oa-payment";
import { difference } from "./difference";

const before = { id: "1", version: 0, payeeName: "甲", accountNo: "6222000012341234" };

it("keeps only the end of a secret value, and none that was sent back as it is seen", () => {
  expect(difference(oaPayment, before, { payeeName: "乙", accountNo: "**** 1234" })).toEqual({
    payeeName: ["甲", "乙"],
  });
  expect(difference(oaPayment, before, { accountNo: "6222000012345678" })).toEqual({
    accountNo: ["**** 1234", "**** 5678"],
  });
  expect(difference(oaPayment, undefined, { accountNo: "6222000012345678" })).toEqual({
    accountNo: [null, "**** 5678"],
  });
});
