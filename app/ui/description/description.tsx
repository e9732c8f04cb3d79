import type { ReactNode } from "react";
import { DASH } from "~/text/plain";
import { cx } from "../cx";

export interface DescriptionItem {
  label: string;
  value: ReactNode;
  /** Covers the whole row: remarks, addresses. */
  wide?: boolean;
  /** Nothing, or a figure of nothing: said in grey. */
  quiet?: boolean;
}

const isQuiet = ({ quiet, value }: DescriptionItem) => quiet || value === null || value === undefined || value === "";

/** Labels and values of a detail page; what is missing is a dash. */
export function Descriptions({ items, columns = 3 }: { items: readonly DescriptionItem[]; columns?: 1 | 2 | 3 }) {
  return (
    <dl className={cx("facts", columns > 1 && `cols-${columns}`)}>
      {items.map((item) => (
        <div key={item.label} className={cx(item.wide && "span-all", isQuiet(item) && "fact-quiet")}>
          <dt>{item.label}</dt>
          <dd>{item.value === null || item.value === undefined || item.value === "" ? DASH : item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
