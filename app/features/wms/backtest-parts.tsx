import { type BacktestResult, backtestClasses, backtestMethods } from "#documents/wms/replenish/backtest";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { Alert } from "~/ui";

const METHODS = ["own", "last7", "last30", "lastYear"] as const;
const LENGTHS = [28, 7];
const percent = (value: string | null) => (value === null ? "—" : `${value}%`);
const head = [
  "商品",
  "SKU×店铺",
  "比较次数",
  "实际销量",
  ...METHODS.flatMap((name) => [`${backtestMethods[name].label}误差`, `${backtestMethods[name].label}偏差`]),
];

const cells = (result: BacktestResult) => [
  backtestClasses[result.goods],
  result.rows,
  result.pairs,
  Number(result.sold),
  ...METHODS.flatMap((name) => [percent(result[name].wape), percent(result[name].bias)]),
];

/** 预测回测: the methods beside each other by class of goods, for each length of what was forecast. */
export function BacktestParts({ row }: DetailProps<"replenish_backtest">) {
  const results = row.results ?? [];
  return (
    <>
      <Alert tone="info">
        每周站在当时，只用当时已有的销量预测后面28天和7天，再和实际卖的比。误差＝Σ|预测－实际|÷Σ实际，越小越准；偏差＝Σ(预测－实际)÷Σ实际，正的是备多了。
        {METHODS.map((name) => `${backtestMethods[name].label}：${backtestMethods[name].says}`).join("；")}
        。A类是卖得最多、合占八成的，B类再占一成半，其余为C类；近90天没卖过、一年前还没卖过、期间断货或做促销的不比。
      </Alert>
      {LENGTHS.map((days) => (
        <PartTable
          key={days}
          title={`${days}天的预测`}
          head={head}
          rows={results.filter((result) => result.days === days)}
          cells={cells}
        />
      ))}
    </>
  );
}
