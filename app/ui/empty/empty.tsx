import type { ReactNode } from "react";

export interface EmptyProps {
  /** This page's own URL: the sentence is a link that loads it again. */
  href: string;
  /** The button that makes the first thing, where one may. */
  children?: ReactNode;
}

/** What a list shows when nothing is there. */
export const Empty = ({ href, children }: EmptyProps) => (
  <div className="empty">
    <p>
      <a href={href}>暂无数据，点击刷新</a>
    </p>
    {children}
  </div>
);
