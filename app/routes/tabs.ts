import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { recordVisit } from "~/erp/auth.server";
import { menuOf } from "~/screens/shell/menu.server";
import { countViewed, readViewed, writeViewed } from "~/screens/shell/shell.server";
import { closeAll, closeOthers, closeTab, openTab, type TabMove, tabKey } from "~/screens/shell/tabs";
import { countVisit, readMemory, writeMemory } from "~/screens/shell/tabs.server";
import { samePath } from "~/session/paths.server";
import { requireStaff, type Staff } from "~/session/staff.server";
import { above, isBelow } from "~/text";

const address = z
  .string()
  .max(2048)
  .transform((text) => samePath(text) ?? undefined)
  .optional()
  .catch(undefined);

const request = z.object({
  /** Page from which the tab bar is used. */
  at: address.transform((text) => text ?? "/wel/index"),
  /** Address of a tab to close. */
  close: address,
  intent: z.enum(["others", "all", "open"]).optional().catch(undefined),
  title: z.string().trim().min(1).max(100).optional().catch(undefined),
});

/** The mobile shell has no tabs: what it remembers is the entry that is shown now. */
async function viewedNow(req: Request, staff: Staff, at: string): Promise<HeadersInit> {
  const path = above(at.split("?")[0] ?? at);
  if (!(await menuOf(staff)).byPath.has(path)) return {};
  const { userId } = await staff.user();
  const viewed = countViewed(readViewed(req, userId), path);
  return { "Set-Cookie": writeViewed(userId, viewed) };
}

/**
 * Closes tabs; also opens the tab of a page that was fetched ahead or kept, and is shown now. A form gets the
 * page to show next, a script (Accept without HTML) only the cookie.
 */
export async function action({ request: req, context }: ActionFunctionArgs) {
  const staff = requireStaff(context);
  const user = await staff.user();
  const { at, close, intent, title } = request.parse(Object.fromEntries(context.form));
  if (isBelow(at)) return new Response(null, { status: 204, headers: await viewedNow(req, staff, at) });
  const memory = readMemory(req, user.userId);
  let { visits } = memory;
  let move: TabMove = { tabs: memory.tabs, go: at };
  if (intent === "open" && title) {
    const tab = { url: at, title };
    const isNew = !memory.tabs.some((t) => tabKey(t.url) === tabKey(at));
    move.tabs = openTab(memory.tabs, tab);
    if (isNew && (await menuOf(staff)).byPath.has(at.split("?")[0]!)) visits = countVisit(visits, tab);
    if (isNew) void recordVisit(staff.erp, { path: at.slice(0, 500), title }).catch(() => {});
  }
  if (intent === "others") move = closeOthers(memory.tabs, at);
  else if (intent === "all") move = closeAll();
  else if (close) move = closeTab(memory.tabs, close, at);
  const headers = { "Set-Cookie": writeMemory(user.userId, { visits, tabs: move.tabs }) };
  if (!req.headers.get("Accept")?.includes("text/html")) return new Response(null, { status: 204, headers });
  return redirect(move.go, { status: 303, headers });
}
