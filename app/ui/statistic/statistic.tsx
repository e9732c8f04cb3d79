import { cx } from "../cx";
import { MoreStyles } from "../more/more";
import type { TagTone } from "../tag/tag";

export interface StatisticItem {
  title: string;
  /** Already formatted. */
  count: string | number;
  href?: string;
  target?: string;
  /** Blue unless said. */
  color?: TagTone;
  /** A second line: what it is compared with. */
  note?: string;
}

export interface StatisticsProps {
  data: readonly StatisticItem[];
  /** Columns of 24 that one tile covers on wide screens: 6 gives four in a row. */
  span?: 4 | 6 | 8 | 12 | 24;
}

/** Tiles of one number each; a tile with an address leads to the list behind its number. */
export const Statistics = ({ data, span = 6 }: StatisticsProps) => (
  <>
    <MoreStyles />
    <ul className={cx("tiles", span !== 6 && `of-${24 / span}`)}>
      {data.map((item) => {
        const inner = (
          <>
            <span>{item.title}</span>
            <strong className={item.color}>{item.count}</strong>
            {item.note && <small>{item.note}</small>}
          </>
        );
        return (
          <li key={item.title}>
            {item.href ? (
              <a href={item.href} target={item.target} rel={item.target === "_blank" ? "noopener" : undefined}>
                {inner}
              </a>
            ) : (
              <div>{inner}</div>
            )}
          </li>
        );
      })}
    </ul>
  </>
);
