/** One opened page. */
export interface Tab {
  /** Path and query as last shown: filters included. */
  url: string;
  title: string;
}

export interface TabMove {
  tabs: Tab[];
  /** Address to show next. */
  go: string;
}

/** Pages kept (specification section 9, second reading). */
export const TAB_LIMIT = 20;

export const HOME: Tab = { url: "/wel/index", title: "首页" };

/**
 * What makes two addresses the same tab: the path, and the `id` that detail pages without an id in
 * their path carry. Filters, page numbers and dialogs (`do`, of a list's row with `on`) stay inside. What
 * somebody walks through one after the other (`walk`) is one tab.
 */
export function tabKey(url: string): string {
  const { pathname, searchParams } = new URL(url, "http://tab");
  if (searchParams.has("walk")) return "";
  const id = searchParams.get("id");
  return id ? `${pathname}?id=${id}` : pathname;
}

const indexOf = (tabs: Tab[], url: string) => {
  const key = tabKey(url);
  return tabs.findIndex((t) => tabKey(t.url) === key);
};

/**
 * Shows a page in its tab: adds it at the end, or renews the address and title of the one that is
 * there. Beyond the limit the oldest goes first, but never 首页 nor the page that is shown.
 */
export function openTab(tabs: Tab[], tab: Tab): Tab[] {
  const list = tabs.length ? [...tabs] : [HOME];
  const at = indexOf(list, tab.url);
  if (at >= 0) list[at] = tabKey(tab.url) === HOME.url ? { ...tab, title: HOME.title } : tab;
  else list.push(tab);
  const shown = tabKey(tab.url);
  while (list.length > TAB_LIMIT) {
    const oldest = list.findIndex((t) => ![HOME.url, shown].includes(tabKey(t.url)));
    list.splice(oldest, 1);
  }
  return list;
}

/**
 * Closes one tab. Closing the active one moves to the one before it, or to the first; the only tab
 * stays (specification section 4). An unknown tab changes nothing.
 */
export function closeTab(tabs: Tab[], url: string, active: string): TabMove {
  const at = indexOf(tabs, url);
  if (at < 0 || tabs.length < 2) return { tabs, go: active };
  const rest = tabs.filter((_, i) => i !== at);
  const wasActive = tabKey(url) === tabKey(active);
  return { tabs: rest, go: wasActive ? rest[Math.max(0, at - 1)]!.url : active };
}

/** Keeps 首页 and the active tab. */
export function closeOthers(tabs: Tab[], active: string): TabMove {
  const keep = [HOME.url, tabKey(active)];
  return { tabs: tabs.filter((t) => keep.includes(tabKey(t.url))), go: active };
}

/** Leaves 首页 alone and goes there. */
export function closeAll(): TabMove {
  return { tabs: [HOME], go: HOME.url };
}
