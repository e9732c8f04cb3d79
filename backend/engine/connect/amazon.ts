/** Where Amazon's interfaces answer, by what they are for and by the region of a site. */
const HOSTS = {
  marketplace: {
    na: "https://sellingpartnerapi-na.amazon.com",
    eu: "https://sellingpartnerapi-eu.amazon.com",
    fe: "https://sellingpartnerapi-fe.amazon.com",
  },
  ads: {
    na: "https://advertising-api.amazon.com",
    eu: "https://advertising-api-eu.amazon.com",
    fe: "https://advertising-api-fe.amazon.com",
  },
} as const;
/** Tokens are asked for at one place, whatever the region. */
const LOGIN = "https://api.amazon.com";

/** Sites by region; all others belong to Europe's. */
const AMERICAN = new Set(["US", "CA", "MX", "BR"]);
const FAR_EASTERN = new Set(["JP", "AU", "SG"]);

const regionOf = (siteCode: string) =>
  AMERICAN.has(siteCode) ? "na" : FAR_EASTERN.has(siteCode) ? "fe" : ("eu" as const);

/**
 * The address of Amazon's interface for a store.
 * @param kind of the connection
 * @returns undefined for a kind that Amazon does not answer
 */
export const amazonAddress = (kind: string, siteCode: string): string | undefined =>
  kind === "marketplace" || kind === "ads" ? HOSTS[kind][regionOf(siteCode)] : undefined;

/** Where a connection signs in: at Amazon's own login for Amazon's interfaces, else at the address that it calls. */
export const loginAddress = (url: string): string => {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return Object.values(HOSTS).some((of) => Object.values(of).some((known) => known === `https://${host}`))
    ? LOGIN
    : url;
};
