import type { Theme } from "../theme/theme";
import type { Switches } from "./switches";

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
  /** This person works at the warehouse terminal. */
  terminal?: boolean;
  serviceDeskUrl: string | null;
  folded: boolean;
  theme: Theme;
  colour: string;
  switches: Switches;
  version: string;
}
