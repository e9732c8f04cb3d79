import { Icon } from "../icon/icon";
import type { ShellTab } from "../page/shell-data";
import { opener, Popover } from "../popover/popover";

/**
 * Opened pages. Every tab is a link to its full address; closing is a form, so that all of it works
 * without script and each part is reached by Tab.
 */
export function TabBar({ at, tabs }: { at: string; tabs: ShellTab[] }) {
  return (
    <form id="strip" method="post" action="/tabs" className="strip" aria-label="标签栏">
      <input type="hidden" name="at" value={at} />
      <nav aria-label="已打开的页面">
        <ul>
          {tabs.map((tab) => (
            <li key={tab.url} className={tab.active ? "on" : undefined}>
              <a href={tab.url} aria-current={tab.active ? "page" : undefined}>
                {tab.title}
              </a>
              {tabs.length > 1 && (
                <button type="submit" name="close" value={tab.url} aria-label={`关闭 ${tab.title}`}>
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <a className="tool" href={`/refresh${at}`} title="刷新" aria-label="刷新当前标签">
        <Icon name="refresh" />
      </a>
      <button type="button" className="tool" aria-label="更多标签操作" {...opener("tab-more")}>
        <Icon name="down" />
      </button>
      <Popover id="tab-more" label="标签操作" className="choices-list">
        <button type="submit" name="close" value={at}>
          关闭当前
        </button>
        <button type="submit" name="intent" value="others">
          关闭其他
        </button>
        <button type="submit" name="intent" value="all">
          关闭全部
        </button>
      </Popover>
    </form>
  );
}
