import { PRODUCT_NAME } from "~/text/title";
import { Icon } from "../icon/icon";
import type { ShellData } from "../page/shell-data";
import { closer } from "../popover/popover";

/**
 * The side menu: a column on wide screens, a drawer (native popover) below 992 px. Its entries come
 * as HTML that the server keeps ready.
 */
export function SideMenu({ shell }: { shell: ShellData }) {
  return (
    <nav id="side" className="side" aria-label="主菜单" {...{ popover: "auto" }}>
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
