import type { ReactNode } from "react";
import { MoreStyles } from "../more/more";

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
      <li
        key={item.key}
        className={item.place}
        aria-current={item.place === "current" ? "step" : undefined}
      >
        <span className="sr">{words[item.place]}：</span>
        {item.label}
        {item.note && <small>{item.note}</small>}
      </li>
    ))}
  </ol>
);
