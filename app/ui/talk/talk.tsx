import type { ReactNode } from "react";
import { MoreStyles } from "../more/more";

export interface Spoken {
  id: string;
  /** Written by us: on the right. */
  mine?: boolean;
  by: string;
  time: string;
  text: string;
  /** Beside the name: how far it is sent. */
  note?: ReactNode;
  /** Below the text: files, a translation. */
  below?: ReactNode;
}

/** What two wrote each other, in order. */
export const Talk = ({ items }: { items: readonly Spoken[] }) => (
  <>
    <MoreStyles />
    <ol className="talk">
      {items.map((item) => (
        <li key={item.id} className={item.mine ? "mine" : undefined}>
          <header>
            <strong>{item.by}</strong>
            <time className="hint">{item.time}</time>
            {item.note}
          </header>
          <blockquote>{item.text}</blockquote>
          {item.below}
        </li>
      ))}
    </ol>
  </>
);
