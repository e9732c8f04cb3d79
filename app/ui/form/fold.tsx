import type { ReactNode } from "react";

/** Fields of a form behind one line: it says which they are and how many of them hold something. */
export function Fold(props: { title: string; says: string; filled: number; open?: boolean; children: ReactNode }) {
  const { title, says, filled, open, children } = props;
  return (
    <details className="span-all fold" open={open}>
      <summary>
        {title}
        {filled > 0 && <b>已填{filled}项</b>}
        <span>{says}</span>
      </summary>
      <div className="fields cols-3">{children}</div>
    </details>
  );
}
