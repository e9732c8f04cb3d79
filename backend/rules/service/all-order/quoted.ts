import { literal } from "../../../db/page";
import type { Condition } from "../../../documents/rules";
import { hashesOf } from "../../../personal/cipher";
import { keys } from "../../../personal/ring";

/** Things that are typed at once. */
const MOST = 50;
/** Rows that one of them may lead to by a parcel or a product. */
const MOST_ROWS = 1000;

/**
 * Orders by whatever a buyer quotes (market.md 3): numbers of orders and parcels, SKU, ASIN, an e-mail
 * address; several with blanks, commas or lines between them.
 */
export function quotedIn(typed: string): Condition {
  const words = typed
    .normalize("NFKC")
    .split(/[\s,;，；]+/)
    .filter(Boolean)
    .slice(0, MOST);
  const upper = words.map((word) => word.toUpperCase());
  const mails = words.filter((w) => w.includes("@")).flatMap((w) => hashesOf(keys(), "email", w));
  // One by one: of a list of patterns no index of parts of words is used.
  const parts = words.map(() => "or t.seller_skus ilike ?").join(" ");
  return {
    sql: `lower(t.platform_order_no) = any(?) or t.buyer_key = any(?) ${parts}
      or t.id = any(array(select o.platform_order_id from package_order g
          join package_order_line l on l.package_order_id = g.id and l.del_flag = 0
          join sales_order o on o.id = l.order_id
        where g.tenant_id = t.tenant_id and upper(g.tracking_no) = any(?) limit ${MOST_ROWS}))
      or t.id = any(array(select l.platform_order_id from sku_listing s
          join platform_order_line l on l.sku_id = s.sku_id and l.asin = s.asin
        where s.asin = any(?) limit ${MOST_ROWS}))`,
    values: [
      words.map((w) => w.toLowerCase()),
      mails,
      ...words.map((w) => `%${literal(w)}%`),
      ...[upper, upper],
    ],
  };
}
