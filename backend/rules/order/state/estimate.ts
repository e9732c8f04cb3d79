import { dec, r2, round, sum } from "../../../values/money";

type Num = Parameters<typeof dec>[0];

/** What the platform takes of its income, where nothing else is known. */
const COMMISSION = "0.15";

/** What an order is estimated by: amounts in its currency, costs and freight in CNY. */
export interface Estimated {
  goods: Num;
  shipping: Num;
  discount: Num;
  /** CNY for one unit of its currency. */
  rate: Num;
  /** Of each line: pieces, and what one costs; null: nobody knows. */
  lines: readonly { qty: number; cost: Num }[];
  freightCny: Num;
}

/** Estimated cost, profit and its share of the income; null: a SKU has no price, or nothing comes in. */
export interface Estimate {
  estCost: string | null;
  estProfit: string | null;
  estProfitRate: string | null;
}

/** Income without tax, less goods, commission and freight (market.md 4). CNY. */
export function estimateOf({ lines, ...of }: Estimated): Estimate {
  if (lines.some(({ cost }) => cost === null || cost === undefined))
    return { estCost: null, estProfit: null, estProfitRate: null };
  const income = r2(
    dec(of.goods)
      .plus(of.shipping ?? 0)
      .minus(of.discount ?? 0)
      .times(of.rate ?? 0),
  );
  const estCost = sum(lines.map(({ qty, cost }) => r2(dec(cost).times(qty))));
  const commission = r2(dec(income).times(COMMISSION));
  const estProfit = r2(dec(income).minus(estCost).minus(commission).minus(r2(of.freightCny)));
  const rate = dec(income).gt(0) ? round(dec(estProfit).div(income).times(100), 2) : null;
  return { estCost, estProfit, estProfitRate: rate };
}
