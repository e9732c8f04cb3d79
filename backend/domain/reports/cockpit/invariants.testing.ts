import Big from "big.js";
import fc from "fast-check";
import { monthsOf, shift } from "./asked/query";
import type { Fact } from "./facts.testing";

export const RATES: Record<string, number> = { USD: 7.1534, EUR: 8.0917, JPY: 0.04871 };

// group, store, its site, region, currency, model, first month
const SOLD: [number, number, string, string, string, string, string][] = [
  [1, 1, "US", "NA", "USD", "A", "202401"],
  [1, 2, "US", "NA", "USD", "B", "202401"],
  [1, 9, "DE", "EU", "EUR", "B", "202406"],
  [2, 1, "US", "NA", "USD", "A", "202401"],
  [11, 2, "US", "NA", "USD", "C", "202403"],
  [21, 9, "DE", "EU", "EUR", "A", "202401"],
  [22, 11, "FR", "EU", "EUR", "D", "202501"],
  [31, 10, "DE", "EU", "EUR", "B", "202401"],
  [41, 19, "JP", "JP", "JPY", "A", "202401"],
  [42, 20, "JP", "JP", "JPY", "E", "202409"],
];
const COLUMNS = {
  item_sales: 90000,
  shipping_income: 900,
  promo_amt: 2000,
  refund_amt: 5000,
  vat_amt: 7000,
  platform_fee: 13000,
  fulfill_fee: 14000,
  storage_fee: 1500,
  ad_spend: 11000,
  other_fee: 500,
  product_cost: 190000,
  first_leg_cost: 40000,
  promo_fee: 3000,
  reimburse_amt: 900,
  stock_loss: 700,
  units: 500,
  orders: 450,
};

let seed = 7;
const random = () => {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
};
/** Group 31 sold for another department and division before it moved. */
const moved = (group: number, month: string) =>
  group === 31 && month < "202502" ? { dept_id: "11", division_id: "10" } : {};
export const FACTS: Fact[] = SOLD.flatMap(([group_id, store_id, , , currency, model_code, first]) =>
  monthsOf(first, "202506")
    .filter((month) => month !== "202412")
    .map((month) => ({
      month,
      group_id,
      store_id,
      currency,
      model_code,
      ...moved(group_id, month),
      ...Object.fromEntries(
        Object.entries(COLUMNS).map(([column, most]) => [
          column,
          /s$/.test(column) && most < 1000
            ? Math.floor(random() * most)
            : (random() * most * (currency === "JPY" ? 150 : 1)).toFixed(4),
        ]),
      ),
    })),
);

const some = <T>(...values: T[]) => fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined, freq: 2 });
export const question = fc.record({
  month: fc.constantFrom<string>("202501", "202503", "202505", "202506"),
  months: fc.constantFrom(1, 1, 1, 3),
  groupId: some("1", "2", "11", "21", "22", "31", "41"),
  storeId: some("1", "2", "9", "10", "20"),
  regionCode: some("NA", "EU", "JP"),
  siteCode: some("US", "DE", "FR", "JP"),
  modelCode: some("A", "B", "C", "E"),
});
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

/** A question as it is sent. */
export function paramsOf({ month, months, ...filters }: Question) {
  const params: Record<string, string> =
    months === 1 ? { reportMonth: month } : { startMonth: shift(month, 1 - months), endMonth: month };
  for (const [name, values] of Object.entries(filters)) if (values) params[name] = values.join(",");
  return params;
}

const PLACE = new Map(SOLD.map(([, store, site, region]) => [store, { site, region }]));
export const asked = (q: Question, f: Fact) => {
  const { site = "", region = "" } = PLACE.get(f.store_id) ?? {};
  const has = (values: string[] | undefined, value: string | number) => !values || values.includes(String(value));
  return (
    has(q.groupId, f.group_id) &&
    has(q.storeId, f.store_id) &&
    has(q.modelCode, f.model_code) &&
    has(q.siteCode, site) &&
    has(q.regionCode, region)
  );
};
/** The measures again, row by row, from what was written. */
export function expected(q: Question, months: string[]) {
  let [income, gross, net] = [new Big(0), new Big(0), new Big(0)];
  for (const f of FACTS.filter((f) => months.includes(f.month) && asked(q, f))) {
    const sum = (...columns: string[]) => columns.reduce((s, c) => s.plus(String(f[c])), new Big(0));
    const rate = RATES[f.currency] ?? 0;
    const sold = sum("item_sales", "shipping_income").minus(sum("promo_amt", "refund_amt", "vat_amt"));
    const own = sold.minus(sum("platform_fee", "fulfill_fee")).times(rate);
    const profit = own.minus(sum("product_cost", "first_leg_cost"));
    const after = sum("ad_spend", "storage_fee", "other_fee").minus(sum("reimburse_amt")).times(rate);
    income = income.plus(sold.times(rate));
    gross = gross.plus(profit);
    net = net.plus(profit.minus(after).minus(sum("promo_fee", "stock_loss")));
  }
  const [i, g, n] = [income, gross, net].map((v) => Number(v.round(2, Big.roundHalfUp)));
  return { mainBusinessIncome: i, grossProfit: g, netProfit: n };
}
