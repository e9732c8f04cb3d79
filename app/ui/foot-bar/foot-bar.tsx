import { below, MOBILE } from "../../text/below";
import type { ShellData } from "../page/shell-data";
import { panelOpener } from "../popover/popover";
import { countText } from "../topbar/count-text";

/** What a thumb reaches below every page of a phone, with what is new. */
export function FootBar({ shell }: { shell: Pick<ShellData, "at" | "mobile" | "todo" | "bell" | "terminal"> }) {
  const { at, mobile, todo = 0, bell, terminal } = shell;
  const path = at.split("?")[0];
  const home = mobile ? MOBILE : "/wel/index";
  const items: [href: string, label: string, shown: unknown, count?: number][] = [
    [home, "首页", true],
    ["/todo", "待办", true, mobile ? todo : 0],
    // The mobile shell has its search above; the desktop's own bar shows what is new.
    ["/search", "搜索", !mobile],
    ["/scan", "扫码", true],
    ["/terminal", "终端", terminal],
    ["/admin/message-center", "消息", mobile && bell, bell?.unread],
    [`${MOBILE}/me`, "我的", mobile],
  ];
  return (
    <nav id={mobile ? "news" : "foot"} className="foot-bar" aria-label="常用">
      {items.map(
        ([href, label, shown, count = 0]) =>
          !!shown && (
            <a
              key={href}
              href={mobile ? below(href) : href}
              aria-current={mobile && href === path ? "page" : undefined}
            >
              {label}
              {count > 0 && (
                <b className="badge">
                  {countText(count)}
                  <span className="sr">条</span>
                </b>
              )}
            </a>
          ),
      )}
      {!mobile && <button {...panelOpener("me")}>我的</button>}
    </nav>
  );
}
