import { field, unshown } from "../kit";

/** The goods that a row is about. */
export const skuLink = {
  skuDocument: field.text("商品类型", { ...unshown }),
  skuId: field.text("商品编号", { ...unshown }),
};

const ofListing = (label: string) =>
  field.text(label, { computed: true, column: { width: 120, hide: true }, filter: "prefix" });

/** How the platform calls what a row is about, today; who has no parent is its own. */
export const asinColumns = { asin: ofListing("ASIN"), parentAsin: ofListing("父ASIN") };
