import type { AdPart, AdProduct, CampaignChange, KeywordChange } from "~/erp/ads.server";
import { type Column, defineTable, type TableModel } from "~/ui";
import { type AdMetric, type Amount, METRICS, metricOf, plain } from "./metrics";
import { AD_PRODUCTS, CAMPAIGN_STATES, FLAGS, flagTone, KEYWORD_FLAGS, MATCH_TYPES } from "./words";

/** What a row needs beside its numbers: the currency of its amounts and where it leads. */
interface AdShown {
  currency: string;
  /** Currency of its store: budgets and bids are never converted. */
  own?: string;
  href?: string;
}

const KINDS = { count: "number", money: "money", ratio: "money", percent: "percent" } as const;

/** The column of one metric. */
const figure = <Row extends AdShown>(
  { kind, key, label, hint }: AdMetric,
  read: (row: Row) => Amount,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  key,
  label,
  kind: KINDS[kind],
  tooltip: kind === "ratio" ? hint : undefined,
  currency: (row) => (kind === "ratio" ? "USD" : row.currency),
  value: (row) => plain(read(row)),
  ...(kind === "count" && { decimals: 0 }),
  ...more,
});

export type ProductRow = AdProduct & AdShown;
const FIRST = ["impressions", "clicks", "conversions", "ctr", "cvr"];

export const productTable = defineTable<ProductRow>([
  {
    key: "productCode",
    label: "产品编码",
    kind: "link",
    minWidth: 160,
    fixed: "left",
    sortable: true,
    phone: "title",
    href: (row) => row.href,
  },
  { key: "imageUrl", label: "图片", kind: "image", width: 60, hide: true, phone: false },
  { key: "productName", label: "产品名称", width: 240, hide: true, phone: false },
  { key: "skuCount", label: "SKU数", kind: "number", width: 80, hide: true, phone: false },
  ...METRICS.map((m) => {
    const read = (row: ProductRow) => row[m.key as keyof AdProduct] as Amount;
    return figure(m, read, { sortable: true, hide: !FIRST.includes(m.key), width: 120 });
  }),
]);

type AdMoved = Pick<CampaignChange, "last" | "current" | "change"> & AdShown;
const MOVED = ["spend", "sales", "acos", "conversions", "impressions", "clicks", "roas"] as const;
const SHOWN = ["spend", "sales", "acos"];

/** A metric in both periods, and how it moved. Most are hidden until somebody chooses them. */
const trio = <Row extends AdMoved>(key: (typeof MOVED)[number]): Column<Row> => {
  const metric = metricOf(key);
  const named = (header: string) => ({ header, label: `${metric.label} ${header}` });
  const common = { hide: !SHOWN.includes(key), tooltip: undefined };
  const width = metric.kind === "percent" ? 90 : 110;
  return {
    key: `${key}.all`,
    label: metric.label,
    children: [
      figure<Row>(metric, (row) => row.last[key], {
        ...common,
        ...named("上期"),
        width,
        key: `${key}.last`,
        phone: false,
      }),
      figure<Row>(metric, (row) => row.current[key], {
        ...common,
        ...named("本期"),
        width,
        sortable: true,
        phone: key === "acos" ? false : "fact",
      }),
      {
        ...common,
        ...named("变化"),
        width: 110,
        key: `${key}.change`,
        kind: "change",
        good: metric.good,
        value: (row) => row.change[key],
        phone: key === "sales" ? false : "fact",
      },
    ],
  };
};

const own = (row: AdShown) => row.own;

const flag = <Row>(options: typeof FLAGS): Column<Row> => ({
  key: "flag",
  label: "变动",
  kind: "tag",
  width: 70,
  options,
  tone: flagTone,
});

export type CampaignRow = CampaignChange & AdShown;
export const campaignTable = defineTable<CampaignRow>([
  {
    key: "campaignName",
    label: "广告活动",
    kind: "link",
    width: 240,
    fixed: "left",
    sortable: true,
    phone: "title",
    href: (row) => row.href,
  },
  flag(FLAGS),
  { key: "storeName", label: "店铺", width: 140, sortable: true, phone: false },
  { key: "adProduct", label: "广告类型", width: 110, options: AD_PRODUCTS, hide: true, phone: false },
  { key: "state", label: "状态", width: 80, options: CAMPAIGN_STATES, hide: true, phone: false },
  { key: "budget", label: "日预算", kind: "money", currency: own, width: 100, hide: true, phone: false },
  ...MOVED.map((key) => trio<CampaignRow>(key)),
]);

export type KeywordRow = KeywordChange & AdShown;
export const keywordTable = defineTable<KeywordRow>([
  { key: "keyword", label: "关键词", width: 180, fixed: "left", phone: "title", sortable: true },
  flag(KEYWORD_FLAGS),
  { key: "matchType", label: "匹配方式", width: 80, options: MATCH_TYPES, phone: false },
  { key: "campaignName", label: "广告活动", width: 200, phone: false },
  { key: "storeName", label: "店铺", width: 140, hide: true, phone: false },
  { key: "lastBid", label: "上期竞价", kind: "money", currency: own, width: 90, hide: true, phone: false },
  { key: "bid", label: "竞价", kind: "money", currency: own, width: 90, phone: false },
  ...MOVED.map((key) => trio<KeywordRow>(key)),
]);

/** The table of a part that has one. */
export function tableOf(part: AdPart): TableModel<never> | undefined {
  const tables: { [P in AdPart]?: TableModel<never> } = {
    listing: productTable,
    change: campaignTable,
    keyword: keywordTable,
  };
  return tables[part];
}
