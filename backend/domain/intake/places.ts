import type { DecimalSign } from "#backend/engine/reports/words";
import { STORE_ROW } from "#backend/ledgers/facts/apply";
import type { Sql } from "#backend/platform/db";

/** Marketplaces by the ends of their names, as `Amazon.co.uk` or `SI UK Prod Marketplace` have them. */
const DOMAINS: Readonly<Record<string, string>> = {
  com: "US",
  ca: "CA",
  "com.mx": "MX",
  "co.uk": "UK",
  de: "DE",
  fr: "FR",
  it: "IT",
  es: "ES",
  nl: "NL",
  "co.jp": "JP",
  "com.au": "AU",
  ae: "AE",
};

/** The site that a marketplace's name names. */
const siteOf = (name: string): string | undefined =>
  DOMAINS[
    name
      .trim()
      .toLowerCase()
      .replace(/^amazon\./, "")
  ];

/** A store of a seller account. */
export interface AccountStore {
  id: string;
  name: string;
  siteCode: string;
  currency: string;
  timezone: string;
  deptId: string | null;
}

/** Stores of an account, the one that a report was handed in for first. */
export type AccountStores = readonly [AccountStore, ...AccountStore[]];

/** Marketplaces that write decimals behind a comma. */
const COMMA: ReadonlySet<string> = new Set(["DE", "FR", "IT", "ES", "NL"]);
const [COMMA_SIGN, POINT_SIGN]: readonly [DecimalSign, DecimalSign] = [",", "."];

/** How a store's marketplace writes its files. */
export const habitsOf = (siteCode: string) => ({
  charset: siteCode === "JP" ? ("shift_jis" as const) : ("windows-1252" as const),
  sign: COMMA.has(siteCode) ? COMMA_SIGN : POINT_SIGN,
  monthFirst: ["US", "CA", "MX"].includes(siteCode),
});

/** Stores with one seller number, the asked one first (figures.md A.1). */
export const accountStores = (sql: Sql, storeId: string): Promise<AccountStore[]> =>
  sql.query(
    `select s.id, s.store_name as name, i.site_code as "siteCode", i.currency, i.timezone, s.dept_id as "deptId"
     from store a join store s on s.tenant_id = a.tenant_id and s.del_flag = 0
         and (s.id = a.id or nullif(s.seller_id, '') = a.seller_id)
       join site i on i.id = s.site_id
     where a.id = $1 order by s.id <> a.id, s.id`,
    [storeId],
  );

/** Countries whose marketplace calls itself otherwise. */
const SITES: Readonly<Record<string, string>> = { GB: "UK" };

/** The site of a country. */
export const siteIn = (country: string): string => SITES[country.toUpperCase()] ?? country.toUpperCase();

/** What says where a line belongs. */
interface PlacedLine {
  marketplace: string;
  orderNo: string;
  sku: string;
  /** Where its goods lie: one of several stores that have them. */
  country?: string;
  /** A store of the account that is known already. */
  storeId?: string;
}

/** Where a line belongs: its store, and the name under which the figures keep its goods. */
export interface LinePlace {
  store: AccountStore;
  /** `*`: goods that nobody pays for by the piece, or that nobody here knows. */
  factSku: string;
}

/**
 * Finds the store and the goods of lines: by the name of the marketplace, else by the order, else by goods
 * that a store has in their country or one store alone, else the account's own store (figures.md A.1).
 */
export async function placesOf(sql: Sql, stores: readonly AccountStore[], main: AccountStore) {
  const ids = stores.map((s) => s.id);
  const listings = await sql.query<{ storeId: string; msku: string }>(
    `select store_id as "storeId", msku from sku_listing where store_id = any($1::bigint[]) and msku is not null
     order by del_flag desc, id desc`,
    [ids],
  );
  const named = new Map(listings.map((l) => [`${l.storeId} ${l.msku.toLowerCase()}`, l.msku]));
  const owners = new Map<string, Set<string>>();
  for (const { storeId, msku } of listings) {
    const lower = msku.toLowerCase();
    owners.set(lower, (owners.get(lower) ?? new Set()).add(storeId));
  }
  const byId = new Map(stores.map((s) => [s.id, s]));
  const alone = (sku: string) => {
    const [id, ...more] = owners.get(sku.toLowerCase()) ?? [];
    return more.length ? undefined : byId.get(id ?? "");
  };
  const ofSite = (site: string | undefined) =>
    main.siteCode === site ? main : stores.find((s) => site !== undefined && s.siteCode === site);

  const lyingIn = (country: string, sku: string) =>
    stores.find((s) => s.siteCode === siteIn(country) && named.has(`${s.id} ${sku.toLowerCase()}`));

  return async (lines: readonly PlacedLine[]): Promise<LinePlace[]> => {
    const open = [...new Set(lines.filter((l) => l.orderNo && !ofSite(siteOf(l.marketplace))).map((l) => l.orderNo))];
    const orders = open.length
      ? await sql.query<{ no: string; storeId: string }>(
          `select x.no, o.store_id as "storeId" from unnest($1::text[]) x(no) cross join unnest($2::bigint[]) s(id)
             join store w on w.id = s.id
             join platform_order o on o.tenant_id = w.tenant_id and o.store_id = s.id
               and lower(o.platform_order_no) = lower(x.no) and o.del_flag = 0`,
          [open, ids],
        )
      : [];
    const ordered = new Map(orders.map((o) => [o.no, byId.get(o.storeId)]));
    return lines.map(({ marketplace, orderNo, sku, country = "", storeId = "" }) => {
      const known = byId.get(storeId) ?? ofSite(siteOf(marketplace)) ?? ordered.get(orderNo);
      const store = known ?? (sku ? (lyingIn(country, sku) ?? alone(sku)) : undefined) ?? main;
      const msku = sku ? named.get(`${store.id} ${sku.toLowerCase()}`) : undefined;
      return { store, factSku: msku ?? STORE_ROW };
    });
  };
}
