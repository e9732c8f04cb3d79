import { below, MOBILE } from "../../text/below";
import { Icon } from "../icon/icon";
import type { ShellData } from "../page/shell-data";
import { countText } from "../topbar/count-text";

/** What a thumb reaches below every page, with what is new. */
export function MobileFoot({
  shell,
}: {
  shell: Pick<ShellData, "at" | "todo" | "bell" | "terminal">;
}) {
  const { at, todo = 0, bell, terminal } = shell;
  const path = at.split("?")[0];
  const items = [
    { href: MOBILE, label: "首页", icon: "home", count: 0 },
    { href: "/todo", label: "待办", icon: "clipboard", count: todo },
    { href: "/scan", label: "扫码", icon: "barcode", count: 0 },
    ...(terminal ? [{ href: "/terminal", label: "终端", icon: "warehouse", count: 0 }] : []),
    ...(bell
      ? [{ href: "/admin/message-center", label: "消息", icon: "bell", count: bell.unread }]
      : []),
    { href: `${MOBILE}/me`, label: "我的", icon: "user", count: 0 },
  ];
  return (
    <nav id="news" className="foot-bar" aria-label="常用">
      {items.map(({ href, label, icon, count }) => (
        <a key={href} href={below(href)} aria-current={href === path ? "page" : undefined}>
          <Icon name={icon} />
          {label}
          {count > 0 && (
            <b className="badge">
              {countText(count)}
              <span className="sr">条</span>
            </b>
          )}
        </a>
      ))}
    </nav>
  );
}
