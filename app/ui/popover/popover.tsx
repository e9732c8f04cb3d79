import { createContext, type ReactNode, useContext } from "react";
import { cx } from "../cx";

/** Attributes of a button that opens and closes a popover. The browser does it: no script. */
export const opener = (id: string) => ({ popovertarget: id });

/** Attributes of a button that closes the popover it stands in. */
export const closer = (id: string) => ({ popovertarget: id, popovertargetaction: "hide" });

/** The form by which a browser without script goes to the page of the panels. */
export const PANELS_FORM = "panels";

/**
 * Attributes of a button of the shell that opens one of its panels (../topbar/panels.tsx). No page carries them, as most
 * views never need one: script fetches all of them once, a browser without goes to their page.
 */
export const panelOpener = (id: string) => ({ type: "submit", form: PANELS_FORM, value: id }) as const;

export interface PopoverProps {
  id: string;
  /** Read aloud when it opens. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** What would float stands in the page, for a browser without script (app/routes/_shell.panels.tsx). */
export const InPage = createContext(false);

/** What floats below its opener; closes on Escape and on a press elsewhere. */
export function Popover({ id, label, className, children }: PopoverProps) {
  if (useContext(InPage))
    return (
      <section id={id} aria-label={label} className={cx("card", className)}>
        {children}
      </section>
    );
  return (
    <div id={id} role="dialog" aria-label={label} className={cx("pop", className)} {...auto}>
      {children}
    </div>
  );
}

// React 18's types do not know the attribute.
const auto = { popover: "auto" };
