import type { Seller } from "./world";

/** Marketplaces as the demonstration's stores know them: code, number, country, currency. */
const MARKETS: readonly [code: string, name: string, id: string, country: string, currency: string][] = [
  ["US", "美国", "ATVPDKIKX0DER", "US", "USD"],
  ["CA", "加拿大", "A2EUQ1WTGCTBG2", "CA", "CAD"],
  ["MX", "墨西哥", "A1AM78C64UM0Y8", "MX", "MXN"],
  ["UK", "英国", "A1F83G8C2ARO7P", "GB", "GBP"],
  ["DE", "德国", "A1PA6795UKMFR9", "DE", "EUR"],
  ["FR", "法国", "A13V1IB3VIYZZH", "FR", "EUR"],
];

/** Shops that there are unless others are given; their account is the store's code. */
export const SELLERS: readonly Seller[] = MARKETS.flatMap(([code, name, marketplaceId, country, currency]) =>
  [1, 2].map((n) => ({ account: `AMZ-${code}-${n}`, name: `亚马逊${name}${n}店`, marketplaceId, country, currency })),
);
