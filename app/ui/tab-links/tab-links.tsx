import { cx } from "../cx";
import { MoreStyles } from "../more/more";

export interface TabLink {
  label: string;
  href: string;
  current?: boolean;
  /** A number beside the label. */
  count?: number;
}

interface TabLinksProps {
  items: readonly TabLink[];
  label: string;
  /** Lists that stand in one another's place, beside the title. */
  kind?: "lists";
}

const MOST = 999;

/** Parts of one page as links: each part has its own URL. */
export const TabLinks = ({ items, label, kind }: TabLinksProps) => (
  <>
    <MoreStyles />
    <nav className={cx("tab-links", kind)} aria-label={label}>
      {items.map((item) => (
        <a key={item.href} href={item.href} aria-current={item.current ? "page" : undefined}>
          {item.label}
          {item.count !== undefined && <span className="tag">{item.count > MOST ? `${MOST}+` : item.count}</span>}
        </a>
      ))}
    </nav>
  </>
);
