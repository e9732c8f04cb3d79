import { expect, it } from "vitest";
import { resolve } from "./resolve";

it.each([
  ["/wmssign/pending", "/wmssign/list"],
  ["/poturnrequisition/pool/index", "/poturnrequisition/index"],
  ["/purchaseOrder/index", "/purchaseOrder/index"],
  ["/wmssign/sign", "/wmssign/list"],
])("%s stands under the menu entry of %s", (path, list) => {
  expect(resolve(path)?.parent).toBe(list);
});
