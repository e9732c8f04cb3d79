import type { ReactNode } from "react";
import { MoreStyles } from "../more/more";
import { Tag, type TagTone } from "../tag/tag";

export interface StageItem {
  key: string;
  label: string;
  place: "done" | "current" | "open";
  /** Below the current one: whom it waits for. */
  note?: ReactNode;
}

const words = { done: "已完成", current: "当前", open: "未到" } as const;

/** Where something is on its way: done filled, current ringed, to come outlined. */
export const Stages = ({ items, label }: { items: readonly StageItem[]; label: string }) => (
  <ol className="stages" aria-label={label}>
    <MoreStyles />
    {items.map((item) => (
      <li key={item.key} className={item.place} aria-current={item.place === "current" ? "step" : undefined}>
        <span className="sr">{words[item.place]}：</span>
        {item.label}
        {item.note && <small>{item.note}</small>}
      </li>
    ))}
  </ol>
);

export interface StepItem {
  title: string;
  state: { label: string; tone: TagTone };
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
        <li key={i} className={item.off ? "off" : item.state.tone} aria-current={item.current ? "step" : undefined}>
          <strong>{item.title}</strong> <Tag tone={item.state.tone}>{item.state.label}</Tag>
          <div className="hint">{item.children}</div>
        </li>
      ))}
    </ol>
  </>
);
