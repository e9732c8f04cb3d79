import { Icon } from "../icon/icon";

/** Leads to documents and menu entries: a plain GET form, with suggestions by script. */
export function QuickSearch() {
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
