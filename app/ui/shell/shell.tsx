import type { ReactNode } from "react";
import { cx } from "../cx";
import { Icon } from "../icon/icon";
import { LaterStyles } from "../later/later";
import { SideMenu } from "../menu/menu";
import type { ShellData } from "../page/shell-data";
import { Dock } from "../phone/dock";
import { SettingsDrawer } from "../settings/settings";
import { TabBar } from "../tabs/tabs";
import { TopBar } from "../topbar/topbar";

/** The desktop frame: side menu, top bar, tabs, page, settings drawer, service-desk link. */
export function Shell({ shell, children }: { shell: ShellData; children: ReactNode }) {
  const { switches } = shell;
  return (
    <div className={cx("shell", shell.folded && "folded")} data-user={shell.userId}>
      <a className="skip" href="#main">
        跳到正文
      </a>
      <SideMenu shell={shell} />
      <div className="stage">
        <TopBar shell={shell} />
        {switches.showTag && <TabBar at={shell.at} tabs={shell.tabs} />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <Dock terminal={shell.terminal} />
      <SettingsDrawer shell={shell} />
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
