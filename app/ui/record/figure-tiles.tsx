import type { ReactNode } from "react";
import { cx } from "../cx";
import { MoreStyles } from "../more/more";

export interface FigureTile {
  key: string;
  label: string;
  value: ReactNode;
  /** What the value is a part of, with the part as a ratio for the bar. */
  whole?: ReactNode;
  ratio?: number | null;
  /** Why it is late: the tile is red and says so. */
  late?: ReactNode;
  /** Nothing, or a figure of nothing. */
  quiet?: boolean;
}

/** The few figures of a record that matter. */
export const FigureTiles = ({ tiles, label }: { tiles: readonly FigureTile[]; label: string }) => (
  <ul className="figures" aria-label={label}>
    <MoreStyles />
    {tiles.map((tile) => (
      <li key={tile.key} className={cx(tile.late ? "late" : undefined)}>
        <span>{tile.label}</span>
        <strong className={tile.quiet ? "quiet" : undefined}>
          {tile.value}
          {tile.whole && <small> / {tile.whole}</small>}
          {tile.late && <small> {tile.late}</small>}
        </strong>
        {typeof tile.ratio === "number" && <Bar ratio={tile.ratio} />}
      </li>
    ))}
  </ul>
);

/** How much of the whole there is: a hint for the eye beside the figures. */
const Bar = ({ ratio }: { ratio: number }) => (
  <svg className="figure-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect width={Math.max(0, Math.min(1, ratio)) * 100} height="4" />
  </svg>
);
