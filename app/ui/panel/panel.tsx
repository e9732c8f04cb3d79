import type { ReactNode } from "react";
import { cx } from "../cx";
import { deltaParts, type Good } from "../delta/delta";
import { MoreStyles } from "../more/more";

/** One number with what it is compared with. */
export interface PanelItem {
  title: string;
  /** Already formatted. */
  value: string;
  /** The number is below zero. */
  negative?: boolean;
  /**
   * 同比 and 环比, or what else is compared: ratios, null when there is nothing to compare with.
   * `points`: the number is a percentage, they are what it differs by.
   */
  changes?: readonly { label: string; ratio: number | null; good?: Good; points?: boolean }[];
  /** A line under the number. */
  note?: string;
  /** Where the number comes from, in a list. */
  href?: string;
  /** A spark line or a gauge, at the right. */
  figure?: ReactNode;
}

/** Tiles of one number each with its changes; a tile with an address leads to the rows behind it. */
export const Panels = ({ items, label }: { items: readonly PanelItem[]; label: string }) => (
  <>
    <MoreStyles />
    <ul className="panels" aria-label={label}>
      {items.map((item) => (
        <li key={item.title}>
          {item.href ? (
            <a href={item.href}>
              <Inside {...item} />
            </a>
          ) : (
            <div>
              <Inside {...item} />
            </div>
          )}
        </li>
      ))}
    </ul>
  </>
);

/** Longer names may be cut. */
const LONG = 9;

const Inside = ({ title, value, negative, changes = [], note, figure }: PanelItem) => (
  <>
    <span>{title}</span>
    <strong className={cx(negative && "fall")} title={value.length > LONG ? value : undefined}>
      {value}
    </strong>
    {figure}
    <small>
      {changes.map(({ label, ratio, good, points }) => {
        const { text, tone, word } = deltaParts(ratio, good, points);
        return (
          <span key={label}>
            {label} {word && <span className="sr">{word}</span>}
            <b className={tone}>{text}</b>
          </span>
        );
      })}
      {note}
    </small>
  </>
);
