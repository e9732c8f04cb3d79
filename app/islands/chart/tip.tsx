import { cx } from "~/ui/cx";
import { exactText } from "~/ui/figure/number";
import { isRanked, styled } from "~/ui/figure/plan";
import { styleOf } from "~/ui/figure/style";
import type { FigureData } from "~/ui/figure/types";

/** The numbers of one label, beside it. Readers have the table. */
export function Tip({ data, hidden, at }: { data: FigureData; hidden: readonly string[]; at: number }) {
  const ranked = isRanked(data.kind);
  const count = data.labels.length;
  const left = (100 * at) / count;
  const place = ranked ? { top: `${(100 * (at + 1)) / count}%` } : { left: `${left + 50 / count}%` };
  const band = ranked ? { top: `${left}%`, height: `${100 / count}%` } : { left: `${left}%`, width: `${100 / count}%` };
  return (
    <div aria-hidden>
      <i className={ranked ? "across" : "band"} style={band} />
      <div className={cx("tip", !ranked && at >= count / 2 && "before")} style={place}>
        <b>{data.labels[at]}</b>
        <ul>
          {styled(data.series).map(
            (s) =>
              !hidden.includes(s.key) && (
                <li key={s.key} className={styleOf(s)}>
                  {s.name}
                  <b className={(s.values[at] ?? 0) < 0 ? "neg" : undefined}>{exactText(s.values[at], s.unit)}</b>
                </li>
              ),
          )}
        </ul>
        {data.hrefs?.[at] && <small>点击查看明细</small>}
      </div>
    </div>
  );
}
