import { below, MOBILE } from "../../text/below";
import { Icon } from "../icon/icon";
import type { Crumb } from "../page/shell-data";

/** What a page is called, the way back to what it belongs to, and the search. */
export function MobileBar({ crumbs, at }: { crumbs: readonly Crumb[]; at: string }) {
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
      <a className="tool" href={below("/search")} aria-label="搜索">
        <Icon name="search" />
      </a>
    </header>
  );
}
