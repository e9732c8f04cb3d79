import { Icon } from "../icon/icon";

/** Jumps to a menu entry by its name or pinyin initials: a plain GET form, with suggestions by script. */
export function QuickSearch() {
  return (
    <form role="search" aria-label="菜单" action="/search" className="jump">
      <Icon name="search" />
      <input
        type="search"
        name="q"
        id="quick"
        placeholder="搜索菜单"
        aria-label="搜索菜单（名称或拼音首字母）"
        autoComplete="off"
        maxLength={50}
        required
      />
      <div id="quick-list" role="listbox" aria-label="菜单建议" hidden />
      <a className="tool" href="/search" aria-label="搜索菜单">
        <Icon name="search" />
      </a>
    </form>
  );
}
