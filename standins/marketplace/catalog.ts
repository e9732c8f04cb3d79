import { Fault, type Route } from "../http/words";
import { digitsOf, toldOrders, type World } from "../world/world";

const MOST = 20;
/** What is sold much ranks high: by so much a piece. */
const FARTHEST = 400_000;

/** What the catalogue says of products: those of orders and listings of the caller's marketplace are known. */
export const catalogRoute = (world: World): Route => ({
  method: "GET",
  path: /^\/catalog\/2022-04-01\/items$/,
  run({ query, account }) {
    const asins = (query.get("identifiers") ?? "").split(",").filter(Boolean);
    const marketplaceId = query.get("marketplaceIds") ?? "";
    if (query.get("identifiersType") !== "ASIN" || !asins.length || asins.length > MOST || !marketplaceId)
      throw new Fault(400, "identifiers are invalid");
    const sold = toldOrders(world).filter((o) => o.account === account && o.head.MarketplaceId === marketplaceId);
    const pieces = new Map<string, number>();
    for (const { items } of sold)
      for (const { ASIN, QuantityOrdered } of items)
        if (ASIN) pieces.set(ASIN, (pieces.get(ASIN) ?? 0) + QuantityOrdered);
    const listed = new Set(
      world.listingsSaid.filter((s) => s.account === account && s.marketplaceId === marketplaceId).map((s) => s.asin),
    );
    const items = asins
      .filter((asin) => pieces.has(asin) || listed.has(asin))
      .map((asin) => {
        const rank = Math.ceil(FARTHEST / (1 + (pieces.get(asin) ?? 0))) + Number(digitsOf(asin, 3));
        return {
          asin,
          relationships: [
            {
              marketplaceId,
              relationships: [{ type: "VARIATION", parentAsins: [`B0P${digitsOf(asin.slice(0, 8), 7)}`] }],
            },
          ],
          salesRanks: [
            {
              marketplaceId,
              displayGroupRanks: [{ websiteDisplayGroup: "home_display", title: "Home & Kitchen", rank }],
              classificationRanks: [{ classificationId: "1", title: "Storage", rank: Math.ceil(rank / 90) }],
            },
          ],
        };
      });
    return { json: { numberOfResults: items.length, items } };
  },
});
