import { Breadcrumb } from "../breadcrumb/breadcrumb";
import { DemoMark } from "../demo-mark/demo-mark";
import { Icon } from "../icon/icon";
import type { ShellData } from "../page/shell-data";
import { opener, PANELS_FORM, panelOpener } from "../popover/popover";
import { Bell } from "./bell";
import { countText } from "./count-text";
import { UserMenu } from "./user-menu";

/** Leads to the approvals that wait for this person and says how many there are. */
const Todo = ({ count }: { count: number }) => (
  <a
    className="tool"
    href="/activiti/todo/index"
    title="待办审批"
    aria-label={count ? `待办审批，${count}条` : "待办审批"}
  >
    <Icon name="clipboard" />
    {count > 0 && <b className="badge">{countText(count)}</b>}
  </a>
);

/** What waits for this person, as of this answer. */
export const News = ({ shell: { todo, bell } }: { shell: Pick<ShellData, "todo" | "bell"> }) => (
  <div id="news" className="news">
    {todo !== undefined && <Todo count={todo} />}
    {bell && <Bell {...bell} />}
  </div>
);

/** Leads to documents and menu entries: a plain GET form, with suggestions by script. */
function QuickSearch() {
  return (
    <form role="search" aria-label="全局" action="/search" className="jump">
      <Icon name="search" />
      <input
        type="search"
        name="q"
        id="quick"
        placeholder="搜索"
        aria-label="搜索单据和菜单"
        aria-keyshortcuts="Control+K /"
        autoComplete="off"
        maxLength={100}
        required
      />
      <div id="quick-list" role="listbox" aria-label="搜索建议" hidden />
      <a className="tool" href="/search" aria-label="搜索">
        <Icon name="search" />
      </a>
    </form>
  );
}

const hasGroups = ({ switches, groups }: ShellData) => switches.showMenu && groups.length > 1;

/**
 * Groups of the side menu. Radio buttons, and a style rule that hides what belongs to another group:
 * changing the group loads nothing and needs no script. They stand at the front of the shell, so that the
 * rule looks at what follows them: one with `:has` would be asked again for each key that is pressed anywhere.
 */
export const MenuGroups = ({ shell }: { shell: ShellData }) =>
  hasGroups(shell) &&
  ["全部", ...shell.groups].map((label, i) => (
    <input key={label} type="radio" name="group" id={`g${i}`} defaultChecked={i === shell.group} />
  ));

const TopMenu = ({ groups }: { groups: string[] }) => (
  <fieldset className="groups">
    <legend className="sr">菜单分组</legend>
    {["全部", ...groups].map((label, i) => (
      <label key={label} htmlFor={`g${i}`}>
        {label}
      </label>
    ))}
  </fieldset>
);

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
      {shell.demo && <DemoMark />}
      {hasGroups(shell) && <TopMenu groups={shell.groups} />}
      <form id={PANELS_FORM} action="/panels" hidden>
        <input type="hidden" name="back" value={at} />
      </form>
      <div className="bar-tools">
        {switches.showSearch && <QuickSearch />}
        {switches.showColor && (
          <button {...panelOpener("colours")} className="tool spare" title="主题色">
            <Icon name="palette" />
          </button>
        )}
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
        {switches.showTheme && (
          <button {...panelOpener("themes")} className="tool spare" title="主题">
            <Icon name="shirt" />
          </button>
        )}
        {switches.showFullScren && (
          <button type="button" id="full" className="tool spare js-only" title="全屏">
            <Icon name="expand" />
          </button>
        )}
        <UserMenu name={shell.userName} avatar={shell.avatar} />
        <button {...panelOpener("settings")} className="tool" title="界面设置">
          <Icon name="settings" />
        </button>
      </div>
    </header>
  );
}
