import { Breadcrumb } from "../breadcrumb/breadcrumb";
import { Icon } from "../icon/icon";
import type { ShellData } from "../page/shell-data";
import { opener } from "../popover/popover";
import { ColourPicker } from "./colour-picker";
import { News } from "./news";
import { QuickSearch } from "./quick-search";
import { ThemeChooser } from "./theme-chooser";
import { TopMenu } from "./top-menu";
import { UserMenu } from "./user-menu";

/** The bar above every page; each of its tools has a switch in the settings. */
export function TopBar({ shell }: { shell: ShellData }) {
  const { switches, crumbs, at } = shell;
  return (
    <header className="bar">
      <button type="button" className="tool narrow" aria-label="打开菜单" {...opener("side")}>
        <Icon name="menu" />
      </button>
      {switches.showCollapse && (
        <form method="post" action="/preferences" className="wide">
          <input type="hidden" name="back" value={at} />
          <button
            type="submit"
            className="tool"
            name="side"
            value={shell.folded ? "1" : "0"}
            title="收起或展开菜单"
            id="fold"
          >
            <Icon name="fold" />
          </button>
        </form>
      )}
      <Breadcrumb items={crumbs} guide={shell.guide} />
      {switches.showMenu && shell.groups.length > 1 && (
        <TopMenu groups={shell.groups} current={shell.group} />
      )}
      <div className="bar-tools">
        {switches.showSearch && <QuickSearch />}
        {switches.showColor && <ColourPicker colour={shell.colour} back={at} />}
        <News shell={shell} />
        {switches.showDebug && (
          <a className="tool spare" href="/errorlog/index" title="错误日志">
            <Icon name="bug" />
            <span className="sr">错误日志</span>
            <b className="badge" id="error-count" hidden />
          </a>
        )}
        {switches.showLock && (
          <form method="post" action="/lock" data-lock="">
            <input type="hidden" name="next" value={at} />
            <button type="submit" className="tool" name="intent" value="lock" title="锁屏">
              <Icon name="lock" />
            </button>
          </form>
        )}
        {switches.showTheme && <ThemeChooser theme={shell.theme} back={at} />}
        {switches.showFullScren && (
          <button type="button" id="full" className="tool spare js-only" title="全屏">
            <Icon name="expand" />
          </button>
        )}
        <UserMenu name={shell.userName} avatar={shell.avatar} />
        <button type="button" className="tool" title="界面设置" {...opener("settings")}>
          <Icon name="settings" />
        </button>
      </div>
    </header>
  );
}
