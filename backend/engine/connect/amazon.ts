/** Where Amazon's interfaces answer, by the provider of a connection and the region of a site. */
const HOSTS: Readonly<Record<string, Readonly<Record<"na" | "eu" | "fe", string>>>> = {
  amazon: {
    na: "https://sellingpartnerapi-na.amazon.com",
    eu: "https://sellingpartnerapi-eu.amazon.com",
    fe: "https://sellingpartnerapi-fe.amazon.com",
  },
  amazonAds: {
    na: "https://advertising-api.amazon.com",
    eu: "https://advertising-api-eu.amazon.com",
    fe: "https://advertising-api-fe.amazon.com",
  },
};
const ALL: ReadonlySet<string> = new Set(Object.values(HOSTS).flatMap((of) => Object.values(of)));
/** Tokens are asked for at one place, whatever the region. */
const LOGIN = "https://api.amazon.com";

/** Sites by region; all others belong to Europe's. */
const AMERICAN = new Set(["US", "CA", "MX", "BR"]);
const FAR_EASTERN = new Set(["JP", "AU", "SG"]);

const regionOf = (siteCode: string) =>
  AMERICAN.has(siteCode) ? "na" : FAR_EASTERN.has(siteCode) ? "fe" : ("eu" as const);

/**
 * The address of Amazon's interface for a store.
 * @returns undefined for a provider that is not Amazon
 */
export const amazonAddress = (provider: string, siteCode: string): string | undefined =>
  HOSTS[provider]?.[regionOf(siteCode)];

/** Where a connection signs in: at Amazon's own login for Amazon's interfaces, else at the address that it calls. */
export const loginAddress = (url: string): string => (URL.canParse(url) && ALL.has(new URL(url).origin) ? LOGIN : url);
