import type { Theme } from "../theme/theme";

/** The nine switches of the interface (specification 2.6), spelt as the specification spells them. */
export const SWITCHES = {
  showTag: "标签",
  showDebug: "日志",
  showTheme: "主题",
  showColor: "主题色",
  showFullScren: "全屏",
  showLock: "锁屏",
  showSearch: "搜索",
  showCollapse: "缩放",
  showMenu: "顶部菜单",
} as const;
export type Switch = keyof typeof SWITCHES;
export type Switches = Record<Switch, boolean>;

export const SWITCH_KEYS = Object.keys(SWITCHES) as Switch[];

/** All switches, each as it is said of it. */
export const switchesBy = (on: (key: Switch, at: number) => boolean): Switches =>
  Object.fromEntries(SWITCH_KEYS.map((key, at) => [key, on(key, at)])) as Switches;

export interface Crumb {
  label: string;
  href?: string;
}

export interface ShellTab {
  url: string;
  title: string;
  active: boolean;
}

export interface Latest {
  id: string;
  title: string;
  pushTime: string;
  isRead: boolean;
}

/** All that the frame around a page shows. */
export interface ShellData {
  /** The shell is that of a phone: title bar, page, bar at the foot. */
  mobile?: boolean;
  /** Path and query of the page inside. */
  at: string;
  /** Key of browser-side drafts: what one person typed is never shown to another. */
  userId: string;
  userName: string;
  avatar: string;
  menuHtml: string;
  /** Path of the menu entry that is marked; empty: none. */
  menuPath: string;
  /** Groups of the top menu, and which one is shown: 0 all, else 1-based. */
  groups: string[];
  group: number;
  crumbs: Crumb[];
  /** What the knowledge base says about this page. */
  guide?: { title: string; href: string };
  tabs: ShellTab[];
  /** Absent without permission message_center. */
  bell?: { latest: Latest | null; unread: number };
  /** Approvals that wait for this person; absent without permission. */
  todo?: number;
  /** The company is an invented one. */
  demo?: boolean;
  /** Figures of former days are still being made, and this page shows some. */
  figuresComing?: boolean;
  /** This person works at the warehouse terminal. */
  terminal?: boolean;
  serviceDeskUrl: string | null;
  folded: boolean;
  theme: Theme;
  colour: string;
  switches: Switches;
  version: string;
}
