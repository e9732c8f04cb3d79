import type { ReactNode } from "react";
import { LaterStyles } from "../later/later";
import type { ShellData } from "../page/shell-data";
import { MobileBar } from "./bar";
import { MobileFoot } from "./foot";
import css from "./mobile.css";

/** Styles of the mobile shell, on whatever screen it is shown. */
export const MobileStyles = () => <link rel="stylesheet" href={css} />;

/** The frame of a phone: title bar with the way back, page, bar at the foot. */
export function MobileShell({ shell, children }: { shell: ShellData; children: ReactNode }) {
  return (
    <div className="shell mobile" data-user={shell.userId}>
      <div className="stage">
        <a className="skip" href="#main">
          跳到正文
        </a>
        <MobileBar crumbs={shell.crumbs} at={shell.at} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <MobileFoot shell={shell} />
      <LaterStyles />
    </div>
  );
}
