import { cockpit, type HomeReport } from "~/erp/cockpit.server";
import { fetchAway } from "~/erp/desk.server";
import { ANNOUNCEMENTS, fetchNotices, type Notice } from "~/erp/notices.server";
import { menuOf } from "~/screens/shell/menu.server";
import type { Leaf } from "~/screens/shell/menu-index.server";
import { readMemory } from "~/screens/shell/tabs.server";
import type { Staff } from "~/session/staff.server";
import { type CockpitPart, part } from "../cockpit/part.server";
import { hintFor, type ShownHint } from "../desk/hints";
import type { DeskQueue } from "../desk/queues";
import { loadQueues } from "../desk/queues.server";

const ENTRIES = 8;

export interface HomeData {
  greeting: string;
  name: string;
  department: string;
  /** yyyy-MM-dd HH:mm:ss; empty when the backend does not tell. */
  lastLogin: string;
  entries: { label: string; href: string; icon: string }[];
  /** The entries are this person's own habit, not just the head of the menu. */
  own: boolean;
  /** Null without permission message_center; "failed" when the backend did not answer. */
  notices: Notice[] | "failed" | null;
  /** What to do first; null when it was put away. */
  hint: ShownHint | null;
  /** What waits for this person; null when the backend did not answer. */
  queues: DeskQueue[] | null;
  /** Notices not read yet; null without permission, or when the backend did not answer. */
  unread: number | null;
  /** The business by department and month; null without permission cockpit_dept. */
  report: CockpitPart<HomeReport> | null;
  /** The figures may be followed to their rows. */
  mayDrill: boolean;
}

/** Greeting by the clock of Asia/Shanghai. */
export function greetingAt(now: Date): string {
  const hour = (now.getUTCHours() + 8) % 24;
  if (hour < 6) return "夜深了";
  if (hour < 12) return "早上好";
  if (hour < 14) return "中午好";
  return hour < 18 ? "下午好" : "晚上好";
}

/** What the home page shows: who, the business, what waits, where to go, what is new. */
export async function loadHome(request: Request, staff: Staff): Promise<HomeData> {
  const [user, menu, news, queues, report, mayDrill, away] = await Promise.all([
    staff.user(),
    menuOf(staff),
    newsOf(staff),
    part(loadQueues(staff)),
    staff.can("cockpit_dept").then((may) => (may ? part(cockpit.home(staff.recent)) : null)),
    staff.can("cockpit_report_view"),
    part(fetchAway(staff.recent)),
  ]);
  const visited = readMemory(request, user.userId)
    .visits.map((v) => menu.byPath.get(v.url))
    .filter((leaf): leaf is Leaf => leaf !== undefined && leaf.path !== "/wel/index");
  const shown = visited.length ? visited : menu.leaves.filter((l) => l.path !== "/wel/index");
  return {
    greeting: greetingAt(new Date()),
    name: user.displayname,
    department: user.deptName,
    lastLogin: user.lastLoginTime,
    entries: shown.slice(0, ENTRIES).map(({ label, href, icon }) => ({ label, href, icon })),
    own: visited.length > 0,
    hint: away.data ? hintFor(user.permissions, away.data, (path) => menu.byPath.has(path)) : null,
    ...news,
    queues: queues.data?.filter((q) => q.rows.length) ?? null,
    report,
    mayDrill,
  };
}

/** The latest announcements and the number of unread notices. */
async function newsOf({ can, recent }: Staff): Promise<Pick<HomeData, "notices" | "unread">> {
  if (!(await can("message_center"))) return { notices: null, unread: null };
  const [latest, unread] = await Promise.all([
    part(fetchNotices(recent, { current: 1, size: 6, pushType: ANNOUNCEMENTS })),
    part(fetchNotices(recent, { current: 1, size: 1, isRead: "0" })),
  ]);
  return { notices: latest.data?.records ?? "failed", unread: unread.data?.total ?? null };
}
