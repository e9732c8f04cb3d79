import { fetchTodo } from "~/erp/workflow.server";
import { menuOf, prepareMenu } from "~/screens/shell/menu.server";
import type { Leaf } from "~/screens/shell/menu-index.server";
import { readViewed } from "~/screens/shell/shell.server";
import type { Staff } from "~/session/staff.server";
import { MOBILE } from "~/text";
import { type CockpitPart, part } from "../cockpit/part.server";
import { APPROVALS, type DeskQueue } from "../desk/queues";
import { loadQueues } from "../desk/queues.server";
import { loadFlow, type WorkflowFlowState } from "../workflow/detail.server";

/** A menu entry as a tile; `later`: its page is still to come. */
export interface MobileEntry {
  label: string;
  href: string;
  icon: string;
  later: boolean;
}

export interface MobileGroup {
  label: string;
  /** Entries by the branch of the menu that they stand in. */
  branches: { label: string; entries: MobileEntry[] }[];
}

/** The approval that is decided next, and which of how many it is. */
export interface NextApproval {
  state: WorkflowFlowState;
  at: number;
  of: number;
}

export interface MobileHomeData {
  /** Null without permission; without data when nothing waits. */
  approval: CockpitPart<NextApproval | null> | null;
  queues: DeskQueue[];
  viewed: MobileEntry[];
  groups: MobileGroup[];
}

/** Approvals longest waiting first, one at a time: `?n=2` is the second. */
async function nextApproval(staff: Staff, request: Request): Promise<NextApproval | null> {
  const wanted = Number(/^\d{1,3}$/.exec(new URL(request.url).searchParams.get("n") ?? "")?.[0]) || 1;
  const page = (current: number) => fetchTodo(staff.erp, { current, size: 1, ascs: "arriveTime" });
  const asked = await page(wanted);
  // The last one was decided: it begins anew.
  const { records, total } = asked.records.length || wanted === 1 ? asked : await page(1);
  const [row] = records;
  if (!row) return null;
  const state = await loadFlow(staff, row.instanceId, request);
  return { state, at: asked.records.length ? wanted : 1, of: total };
}

/** Leaves as tiles, by the groups of the top bar and the branches of the menu. */
function groupsOf(leaves: readonly Leaf[], tile: (leaf: Leaf) => MobileEntry): MobileGroup[] {
  const groups = new Map<string, Map<string, MobileEntry[]>>();
  for (const leaf of leaves) {
    if (leaf.path === MOBILE) continue;
    const group = leaf.group || "常用";
    const branches = groups.get(group) ?? new Map<string, MobileEntry[]>();
    const branch = leaf.trail.length > 1 ? (leaf.trail[0] ?? "") : "";
    branches.set(branch, [...(branches.get(branch) ?? []), tile(leaf)]);
    groups.set(group, branches);
  }
  return [...groups].map(([label, branches]) => ({
    label,
    branches: [...branches].map(([name, entries]) => ({ label: name, entries })),
  }));
}

/** What the mobile home shows: what waits for this person, what was opened last, every entry. */
export async function loadMobileHome(request: Request, staff: Staff): Promise<MobileHomeData> {
  const [user, nodes, built, mayApprove] = await Promise.all([
    ...([staff.user(), staff.menu(), menuOf(staff), staff.can("act_task_view")] as const),
  ]);
  const [approval, queues] = await Promise.all([
    mayApprove ? part(nextApproval(staff, request)) : null,
    part(loadQueues(staff)),
  ]);
  const all = prepareMenu(nodes);
  const tile = ({ label, href, icon, path }: Leaf): MobileEntry => {
    return { label, href, icon, later: !built.byPath.has(path) };
  };
  const viewed = readViewed(request, user.userId).flatMap((path) => all.byPath.get(path) ?? []);
  return {
    approval,
    // Approvals stand above.
    queues: queues.data?.filter((q) => q.rows.length && q.lists[0]?.href !== APPROVALS) ?? [],
    viewed: viewed.map(tile),
    groups: groupsOf(all.leaves, tile),
  };
}
