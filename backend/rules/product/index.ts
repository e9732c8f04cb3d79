import { productRules } from "./product";
import { sealSampleRules } from "./seal-sample/seal-sample";
import { skuAdminRules } from "./sku/admin";
import { easySkuRules } from "./sku/easy-sku";
import { skuRules } from "./sku/sku";
import { skuSpecialEditRules } from "./special-edit/special-edit";
import { spuRules } from "./spu/spu";

/** What documents of this module do. */
export const productRuleSet = [
  productRules,
  spuRules,
  skuRules,
  skuAdminRules,
  easySkuRules,
  skuSpecialEditRules,
  sealSampleRules,
];
