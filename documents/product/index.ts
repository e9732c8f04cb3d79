import { easySku } from "./easy-sku";
import { product } from "./product";
import { sealSample } from "./seal-sample";
import { sku } from "./sku";
import { skuAdmin } from "./sku-admin";
import { skuSpecialEdit } from "./sku-special-edit";
import { spu } from "./spu";

/** Declarations of 产品. */
export const productDocuments = [product, spu, sku, easySku, skuAdmin, skuSpecialEdit, sealSample] as const;
