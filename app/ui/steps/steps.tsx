import type { ReactNode } from "react";
import { MoreStyles } from "../more/more";
import { Tag, type Tone } from "../tag/tag";

export interface StepItem {
  title: string;
  state: { label: string; tone: Tone };
  /** It is the turn of this one. */
  current?: boolean;
  /** Takes no part: shown faint. */
  off?: boolean;
  children?: ReactNode;
}

/** The stations of a way in order, past and to come; below each other on phones. */
export const Steps = ({ items, label }: { items: readonly StepItem[]; label: string }) => (
  <>
    <MoreStyles />
    <ol className="steps" aria-label={label}>
      {items.map((item, i) => (
        <li
          key={i}
          className={item.off ? "off" : item.state.tone}
          aria-current={item.current ? "step" : undefined}
        >
          <strong>{item.title}</strong> <Tag tone={item.state.tone}>{item.state.label}</Tag>
          <div className="hint">{item.children}</div>
        </li>
      ))}
    </ol>
  </>
);
