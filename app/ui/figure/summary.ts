import { valueText } from "./number";
import { isRanked } from "./plan";
import type { FigureData, FigureSeries } from "./types";

/** One sentence that says what a figure shows, for those who do not see it. */
export function summaryOf(data: FigureData): string {
  const main = data.series.filter((s) => !s.pale).slice(0, 3);
  return `${data.title}，${data.labels.length}项。${main.map((s) => sentence(data, s)).join("；")}`;
}

function sentence({ kind, labels }: FigureData, { name, unit, values }: FigureSeries): string {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const [first] = known;
  if (!first) return `${name}无数据`;
  const say = ({ value, at }: typeof first) => `${labels[at]} ${valueText(value, unit)}`;
  const high = known.reduce((a, b) => (b.value > a.value ? b : a));
  const low = known.reduce((a, b) => (b.value < a.value ? b : a));
  const last = isRanked(kind) ? "" : `最近 ${say(known.at(-1) ?? first)}，`;
  return `${name}：${last}最高 ${say(high)}，最低 ${say(low)}`;
}
