import type { adMatches } from "#documents/advertisement/ad-keyword";

type AdMatch = keyof typeof adMatches;

/** A part of what a target says, as the account tells it. */
export interface TargetPart {
  type: string;
  value?: string | null | undefined;
}

/** Parts by the account's type, as reports write them, and in words; those that a target may be of come first. */
const PARTS: readonly (readonly [type: string, written: string, words: string, match?: AdMatch])[] = [
  ["QUERY_HIGH_REL_MATCHES", "close-match", "紧密匹配", "QUERY_HIGH_REL_MATCHES"],
  ["QUERY_BROAD_REL_MATCHES", "loose-match", "宽泛匹配", "QUERY_BROAD_REL_MATCHES"],
  ["ASIN_SUBSTITUTE_RELATED", "substitutes", "同类商品", "ASIN_SUBSTITUTE_RELATED"],
  ["ASIN_ACCESSORY_RELATED", "complements", "关联商品", "ASIN_ACCESSORY_RELATED"],
  ["ASIN_SAME_AS", "asin=", "ASIN ", "ASIN_SAME_AS"],
  ["ASIN_EXPANDED_FROM", "asin-expanded=", "扩展ASIN ", "ASIN_EXPANDED_FROM"],
  ["ASIN_CATEGORY_SAME_AS", "category=", "品类 ", "ASIN_CATEGORY_SAME_AS"],
  ["ASIN_BRAND_SAME_AS", "brand=", "品牌 ", "ASIN_BRAND_SAME_AS"],
  ["ASIN_PRICE_LESS_THAN", "price<", "价格低于"],
  ["ASIN_PRICE_BETWEEN", "price=", "价格"],
  ["ASIN_PRICE_GREATER_THAN", "price>", "价格高于"],
  ["ASIN_REVIEW_RATING_LESS_THAN", "rating<", "评分低于"],
  ["ASIN_REVIEW_RATING_BETWEEN", "rating=", "评分"],
  ["ASIN_REVIEW_RATING_GREATER_THAN", "rating>", "评分高于"],
  ["ASIN_IS_PRIME_SHIPPING_ELIGIBLE", "prime-shipping-eligible=", "Prime配送 "],
  ["ASIN_AGE_RANGE_SAME_AS", "age-range=", "年龄段 "],
  ["ASIN_GENRE_SAME_AS", "genre=", "题材 "],
  ["KEYWORD_GROUP_SAME_AS", "keyword-group=", "关键词组 "],
];
const MOST = 500;

const placeOf = (type: string) => {
  const place = PARTS.findIndex(([known]) => known === type);
  return place < 0 ? PARTS.length : place;
};

/** What a target is, by its parts in whatever order. */
export function targetOf(parts: readonly TargetPart[]): { matchType: AdMatch; keywordText: string } {
  const sorted = [...parts].sort((a, b) => placeOf(a.type) - placeOf(b.type));
  const said = sorted.map(({ type, value }) => `${PARTS[placeOf(type)]?.[2] ?? `${type} `}${value ?? ""}`.trim());
  const [first] = sorted;
  return {
    matchType: (first && PARTS[placeOf(first.type)]?.[3]) ?? "OTHER",
    keywordText: said.join("，").slice(0, MOST) || "—",
  };
}

/** A part as reports write it: `close-match`, `asin="B0…"`, `price<25`. */
const WRITTEN = /([a-z-]+)(?:([=<>])(?:"([^"]*)"|(\S+)))?/g;

/** What a target is, by what a report writes; what nobody understands stays as it is written. */
export function targetWritten(text: string): ReturnType<typeof targetOf> {
  const parts = [...text.matchAll(WRITTEN)].map(([, name, sign = "", quoted, plain]): TargetPart => {
    const [type = ""] = PARTS.find(([, written]) => written === `${name}${sign}`) ?? [];
    return { type, value: quoted ?? plain };
  });
  const whole = !text.replaceAll(WRITTEN, "").trim() && parts.length > 0 && parts.every(({ type }) => type);
  return whole ? targetOf(parts) : { matchType: "OTHER", keywordText: text.slice(0, MOST) };
}
