import type { ReactNode } from "react";
import { PRODUCT_NAME } from "~/text/title";
import { cx } from "../cx";
import { FootBar } from "../foot-bar/foot-bar";
import { Icon } from "../icon/icon";
import { LaterStyles } from "../later/later";
import type { ShellData } from "../page/shell-data";
import { closer } from "../popover/popover";
import { TabBar } from "../tabs/tabs";
import { MenuGroups, TopBar } from "../topbar/topbar";

/**
 * The side menu: a column on wide screens, a drawer (native popover) below 992 px. Its entries come
 * as HTML that the server keeps ready.
 */
function SideMenu({ shell }: { shell: ShellData }) {
  return (
    <nav id="side" className="side" aria-label="主菜单" popover="auto">
      <div className="brand">
        <a href="/wel/index">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" />
            <path d="M9 10h14M9 16h10M9 22h14" />
          </svg>
          <span>{PRODUCT_NAME}</span>
        </a>
        <button type="button" className="tool narrow" aria-label="关闭菜单" {...closer("side")}>
          <Icon name="close" />
        </button>
      </div>
      <ul className="menu" dangerouslySetInnerHTML={{ __html: shell.menuHtml }} />
    </nav>
  );
}

/** The desktop frame: side menu, top bar, tabs, page, service-desk link. */
export function Shell({ shell, children }: { shell: ShellData; children: ReactNode }) {
  const { switches } = shell;
  return (
    <div className={cx("shell", shell.folded && "folded")} data-user={shell.userId}>
      <a className="skip" href="#main">
        跳到正文
      </a>
      <MenuGroups shell={shell} />
      <SideMenu shell={shell} />
      <div className="stage">
        <TopBar shell={shell} />
        {switches.showTag && <TabBar at={shell.at} tabs={shell.tabs} />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <FootBar shell={shell} />
      <LaterStyles />
      {shell.serviceDeskUrl && (
        <aside className="service-desk" aria-label="服务台">
          <a href={shell.serviceDeskUrl} target="_blank" rel="noopener">
            <Icon name="headset" />
            <span>服务台</span>
          </a>
        </aside>
      )}
    </div>
  );
}
