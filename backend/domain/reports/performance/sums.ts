// What `fact_listing` (migration 0485) holds of a listing's month: of each measure 32 entries, 0 and then the sum up to
// each day of the month, amounts in ten-thousandths.

/** Measures of the trade facts, by where a row holds them. */
export const TRADE = {
  rows: 0,
  units: 1,
  orders: 2,
  refund_units: 3,
  return_units: 4,
  item_sales: 5,
  ad_spend: 6,
  income: 7,
  earned: 8,
  spent: 9,
} as const;
/** Of what was looked at; `boxes` are percents weighed by the views `box_views` that have one. */
export const TRAFFIC = { rows: 0, sessions: 1, page_views: 2, boxes: 3, box_views: 4 } as const;
/** Of what advertising sold, by goods in small letters. */
export const ADS = { rows: 0, units: 1, sales: 2 } as const;

/** Amounts are in so many parts of what they are. */
export const PARTS = "0.0001";
const ENTRIES = 32;

/** Which entry of a month `month` is that of a day, both dates as SQL: that of a day before it is 0. */
export const entryOf = (day: string, month = "month") => `greatest(0, least(31, ${day} - ${month} + 1))`;

/** What a row `s` had of a measure up to an entry. */
export const upTo = (measure: number, entry: string) => `s.sums[${measure * ENTRIES + 1} + ${entry}]`;

/** What it had after one entry and up to another. */
export const between = (measure: number, after: string, entry: string) =>
  `(${upTo(measure, entry)} - ${upTo(measure, after)})`;

/** Rows `s` of a source in a month `m`, of the stores of an array; each time by the index, whatever the planner guesses. */
export const rowsOf = (source: "trade" | "traffic" | "ads", stores: string, more = "") => `
  cross join lateral (select s.* from fact_listing s
    where s.source = '${source}' and s.store_id = any(${stores}) and s.month = m.month ${more} offset 0) s`;
