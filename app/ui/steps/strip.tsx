import { cx } from "../cx";
import { MoreStyles } from "../more/more";

export interface StripItem {
  key: string;
  label: string;
  /** Where it leads; none: there is nothing of this kind. */
  href?: string;
  /** What there is of it: how many, how much. */
  count?: string;
  /** What it is called when there is one alone; read aloud. */
  name?: string;
  /** The page is about this one. */
  current?: boolean;
}

/** Kinds of documents in the order in which they follow each other; what is not there is outlined. */
export const Strip = ({ items, label }: { items: readonly StripItem[]; label: string }) => (
  // Narrow screens scroll it: keys must reach what lies beside.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus
  <nav className="chain-strip" aria-label={label} tabIndex={0}>
    <MoreStyles />
    <ol>
      {items.map((item) => (
        <li key={item.key}>
          <Chip item={item} />
        </li>
      ))}
    </ol>
  </nav>
);

function Chip({ item: { label, href, count, name, current } }: { item: StripItem }) {
  const inner = (
    <>
      <b>{label}</b>
      {name && <span className="sr"> {name}，</span>}
      {count && <span>{count}</span>}
    </>
  );
  const look = cx("chip", current && "on", !href && !current && "none");
  return href ? (
    <a className={look} href={href}>
      {inner}
    </a>
  ) : (
    <span className={look} aria-current={current ? "page" : undefined}>
      {inner}
      {!current && <span className="sr">，暂无</span>}
    </span>
  );
}
