import type { ReactNode } from "react";
import { cx } from "../cx";

/** Attributes of a button that opens and closes a popover. The browser does it: no script. */
export const opener = (id: string) => ({ popovertarget: id });

/** Attributes of a button that closes the popover it stands in. */
export const closer = (id: string) => ({ popovertarget: id, popovertargetaction: "hide" });

export interface PopoverProps {
  id: string;
  /** Read aloud when it opens. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** What floats below its opener; closes on Escape and on a press elsewhere. */
export function Popover({ id, label, className, children }: PopoverProps) {
  return (
    <div id={id} role="dialog" aria-label={label} className={cx("pop", className)} {...auto}>
      {children}
    </div>
  );
}

// React 18's types do not know the attribute.
const auto = { popover: "auto" };
