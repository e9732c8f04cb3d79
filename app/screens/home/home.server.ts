import { ANNOUNCEMENTS, fetchNotices, type Notice } from "~/erp/notices.server";
import { prepareMenu } from "~/screens/shell/menu.server";
import type { Leaf } from "~/screens/shell/menu-index.server";
import { readMemory } from "~/screens/shell/tabs.server";
import type { Desk } from "~/session/desk.server";

const ENTRIES = 8;

export interface Entry {
  label: string;
  href: string;
  icon: string;
}

export interface HomeData {
  greeting: string;
  name: string;
  department: string;
  /** yyyy-MM-dd HH:mm:ss; empty when the backend does not tell. */
  lastLogin: string;
  entries: Entry[];
  /** The entries are this person's own habit, not just the head of the menu. */
  own: boolean;
  /** Null without permission message_center; "failed" when the backend did not answer. */
  notices: Notice[] | "failed" | null;
  /** Approvals that wait for this person; null without permission. */
  todo: number | null;
}

/** Greeting by the clock of Asia/Shanghai. */
export function greetingAt(now: Date): string {
  const hour = (now.getUTCHours() + 8) % 24;
  if (hour < 6) return "夜深了";
  if (hour < 12) return "早上好";
  if (hour < 14) return "中午好";
  return hour < 18 ? "下午好" : "晚上好";
}

/** What the home page shows before the dashboard figures exist: who, what is new, where to go. */
export async function loadHome(request: Request, desk: Desk): Promise<HomeData> {
  const [user, nodes, mayRead, todo] = await Promise.all([
    desk.user(),
    desk.menu(),
    desk.can("message_center"),
    desk.todo(),
  ]);
  const menu = prepareMenu(nodes);
  const visited = readMemory(request, user.userId)
    .visits.map((v) => menu.byPath.get(v.url))
    .filter((leaf): leaf is Leaf => leaf !== undefined && leaf.path !== "/wel/index");
  const shown = visited.length ? visited : menu.leaves.filter((l) => l.path !== "/wel/index");
  const notices = mayRead
    ? await fetchNotices(desk.erp, { current: 1, size: 6, pushType: ANNOUNCEMENTS }).then(
        (page) => page.records,
        (error: unknown) => {
          if (error instanceof Response) throw error;
          return "failed" as const;
        },
      )
    : null;
  return {
    greeting: greetingAt(new Date()),
    name: user.displayname,
    department: user.deptName,
    lastLogin: user.lastLoginTime,
    entries: shown.slice(0, ENTRIES).map(({ label, href, icon }) => ({ label, href, icon })),
    own: visited.length > 0,
    notices,
    todo,
  };
}
