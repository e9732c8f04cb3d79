import type { ReactNode } from "react";
import { below, MOBILE } from "../../text/below";
import { DemoMark } from "../demo-mark/demo-mark";
import { FootBar } from "../foot-bar/foot-bar";
import { Icon } from "../icon/icon";
import { LaterStyles } from "../later/later";
import type { ShellData } from "../page/shell-data";
import css from "./mobile.css";

/** What a page is called, the way back to what it belongs to, and the search. */
export function MobileBar({ shell: { crumbs, at, demo } }: { shell: Pick<ShellData, "crumbs" | "at" | "demo"> }) {
  const title = crumbs.at(-1)?.label ?? "";
  const up =
    crumbs
      .slice(0, -1)
      .reverse()
      .find((crumb) => crumb.href)?.href ?? MOBILE;
  return (
    <header id="crumbs" className="title-bar">
      {at.split("?")[0] === MOBILE ? (
        <span />
      ) : (
        <a className="tool" href={below(up)} data-back="" aria-label="返回">
          <Icon name="left" />
        </a>
      )}
      <b title={title}>{title}</b>
      {demo && <DemoMark href={below("/demo/index")} />}
      <a className="tool" href={below("/search")} aria-label="搜索">
        <Icon name="search" />
      </a>
    </header>
  );
}

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
        <MobileBar shell={shell} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <FootBar shell={shell} />
      <LaterStyles />
    </div>
  );
}
