import type { ReactNode } from "react";
import { MoreStyles } from "../more/more";
import type { TagTone } from "../tag/tag";

export interface TimelineItem {
  time: string;
  title: ReactNode;
  by?: string;
  text?: ReactNode;
  tone?: TagTone;
}

/** What happened, in order. */
export const Timeline = ({ items }: { items: readonly TimelineItem[] }) => (
  <>
    <MoreStyles />
    <ol className="timeline">
      {items.map((item, i) => (
        <li key={i} className={item.tone}>
          <strong>{item.title}</strong> <span className="hint">{item.by}</span>
          <time className="hint">{item.time}</time>
          {item.text && <div>{item.text}</div>}
        </li>
      ))}
    </ol>
  </>
);
