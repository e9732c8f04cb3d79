import { exactText } from "../figure/number";
import { Twin } from "../figure/twin";
import type { Unit } from "../figure/types";
import { MoreStyles } from "../more/more";
import { middleOut, sizesOf } from "./size";

export interface Word {
  name: string;
  value: number;
  /** The rows behind the word. */
  href?: string;
}

export interface WordCloudProps {
  id: string;
  title: string;
  /** What the sizes say: 曝光量. */
  metric: string;
  unit: Unit;
  words: readonly Word[];
}

/** Words as large as their number, each leading to its rows; the table has them in order. */
export function WordCloud({ id, title, metric, unit, words }: WordCloudProps) {
  const sorted = [...words].sort((a, b) => b.value - a.value);
  const sizes = sizesOf(sorted.map((w) => w.value));
  const placed = middleOut(sorted.map((word, i) => ({ ...word, size: sizes[i] })));
  const data = {
    id,
    title,
    kind: "bars" as const,
    labels: sorted.map((w) => w.name),
    hrefs: sorted.map((w) => w.href),
    series: [{ key: "value", name: metric, unit, values: sorted.map((w) => w.value) }],
  };
  return (
    <figure className="figure" id={id}>
      <MoreStyles />
      <figcaption>
        <b>{title}</b>
        {words.length > 0 && <small>字越大，{metric}越高；点词看明细</small>}
      </figcaption>
      {words.length === 0 ? (
        <p className="none">暂无数据</p>
      ) : (
        <>
          <div className="words">
            {placed.map((w) => (
              <a key={w.name} href={w.href} className={`z${w.size}`} title={`${metric} ${exactText(w.value, unit)}`}>
                {w.name}
              </a>
            ))}
          </div>
          <Twin data={data} />
        </>
      )}
    </figure>
  );
}
