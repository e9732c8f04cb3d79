import { deltaParts, type Good } from "../delta/delta";
import { MoreStyles } from "../more/more";

/** How a number changed: a ratio, null when there is nothing to compare with; `points` of a percentage. */
interface MetricChange {
  ratio: number | null;
  label?: string;
  good?: Good;
  points?: boolean;
}

export interface MetricTile {
  key: string;
  name: string;
  /** Already formatted. */
  value: string;
  changes?: readonly MetricChange[];
  /** A second line in words. */
  note?: string;
  /** How the value is computed, seen on hover. */
  formula?: string;
  /** The same page with the series on or off. */
  href?: string;
  /** Shown in the figure now. */
  pressed?: boolean;
}

/** Many numbers close together, each with how it changed; a tile switches its series in the figure. */
export const MetricTiles = ({ tiles, label }: { tiles: readonly MetricTile[]; label: string }) => (
  <>
    <MoreStyles />
    <ul className="metrics" aria-label={label}>
      {tiles.map((tile) => (
        <li key={tile.key}>
          {tile.href ? (
            <a href={tile.href} aria-current={tile.pressed ? "true" : undefined} title={tile.formula}>
              <Inner tile={tile} />
            </a>
          ) : (
            <div title={tile.formula}>
              <Inner tile={tile} />
            </div>
          )}
        </li>
      ))}
    </ul>
  </>
);

const Inner = ({ tile: { name, value, changes, note, pressed } }: { tile: MetricTile }) => (
  <>
    <span>
      {name}
      {pressed !== undefined && <span className="sr">{pressed ? "，已显示" : "，未显示"}</span>}
    </span>
    <strong className={/^-[^-]/.test(value) ? "neg" : undefined}>{value}</strong>
    <small>
      {changes?.map((change) => (
        <Change key={change.label ?? ""} {...change} />
      ))}
      {note}
    </small>
  </>
);

function Change({ ratio, label, good, points }: MetricChange) {
  const { text, tone, word } = deltaParts(ratio, good, points);
  return (
    <span className="delta">
      {label && `${label} `}
      {word && <span className="sr">{word}</span>}
      <span className={tone}>{text}</span>
    </span>
  );
}
