/** The product's name, as it stands in page titles and in the shell. */
export const PRODUCT_NAME = "跨境通 ERP";

const MARK = " —— ";

/** `{page} —— {product name}`, the title format of every page; the product name alone without a page. */
export function pageTitle(page: string): string {
  return page ? page + MARK + PRODUCT_NAME : PRODUCT_NAME;
}

/** The page's own name out of a full title: what a tab shows. Empty when the title names no page. */
export function pageName(title: string): string {
  const end = title.lastIndexOf(MARK);
  return end < 0 ? "" : title.slice(0, end);
}
