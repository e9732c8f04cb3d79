import type { AdStore } from "~/erp/ads.server";
import { type ActiveFilter, withParams } from "~/ui";
import { labelsOf, type UiOption } from "~/ui/option";
import type { AdsState } from "./load.server";
import { AD_PARTS } from "./query";
import { AD_PRODUCTS, flagsOf, MATCH_TYPES, QUICK, REGIONS } from "./words";

export const split = (text: string | undefined) => (text ?? "").split(",").filter(Boolean);

/** Stores below their regions. */
export function storeOptions(stores: readonly AdStore[]): UiOption[] {
  const regions = [...new Set([...Object.keys(REGIONS), ...stores.map((s) => s.regionCode)])];
  return regions.flatMap((region) => {
    const children = stores
      .filter((s) => s.regionCode === region)
      .map((s) => ({ value: s.profileId, label: `${s.storeName}（${s.countryCode}）` }));
    return children.length ? [{ value: region, label: REGIONS[region] ?? region, children }] : [];
  });
}

/** Currencies that may be asked for: dollars, yuan, and those of the stores. */
export const currencyOptions = ({ stores, params }: Pick<AdsState, "stores" | "params">): UiOption[] =>
  [...new Set(["USD", "CNY", ...stores.map((s) => s.currencyCode), params.currency ?? ""])]
    .filter(Boolean)
    .map((value) => ({ value, label: value }));

/** The filters in force beside the dates, each with its own way out. */
export function activeFilters(state: AdsState, url: string): ActiveFilter[] {
  const { params, stores, groups, names, part } = state;
  const one = (name: string, label: string, options?: readonly UiOption[]) => {
    const value = params[name];
    if (!value) return [];
    const shown = names[name] || (options && labelsOf(options, split(value)).join("、")) || value;
    return [{ label, value: shown, removeHref: withParams(url, { [name]: null, current: null }) }];
  };
  return [
    ...one("profileIds", "店铺", storeOptions(stores)),
    ...one("adProduct", "广告类型", AD_PRODUCTS),
    ...one("groupId", "小组", groups),
    ...one("portfolio", "广告组合"),
    ...one("portfolioId", "广告组合"),
    ...one("campaignId", "广告活动"),
    ...one("matchType", "匹配方式", MATCH_TYPES),
    ...one("productCode", "产品编码"),
    ...one("keyword", "关键词"),
    ...AD_PARTS[part].takes.flatMap((name) =>
      name === "flag" ? one(name, "变动", flagsOf(part)) : name === "quick" ? one(name, "筛选", QUICK) : [],
    ),
    ...(params.currency === "USD" ? [] : one("currency", "币种")),
  ];
}

/** Says that stores have no figures up to the end of the period yet; empty when all have. */
export function lateWords({ stores, params, problem }: AdsState): string {
  const chosen = split(params.profileIds);
  const late = stores
    .filter(({ profileId }) => !chosen.length || chosen.includes(profileId))
    .map((s) => s.lastReportDate)
    .filter((day) => day && day < (params.endDate ?? ""))
    .sort();
  return problem || !late.length ? "" : `；${late.length} 家店铺的数据最早只到 ${late[0]}`;
}
