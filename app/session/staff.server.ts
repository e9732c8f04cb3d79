import { type AppLoadContext, redirect } from "@remix-run/node";
import type { UserInfo } from "~/erp/auth.server";
import { createErp, type Erp, ErpError } from "~/erp/client.server";
import { anyLineage } from "~/erp/lineage/erp.server";
import { fetchUser } from "~/erp/lineage/user.server";
import { fetchMenu, type MenuNode, visibleTo } from "~/erp/menu.server";
import { fetchBell } from "~/erp/notices.server";
import { fetchGuides, type Guide } from "~/erp/search.server";
import { fetchTodoCount } from "~/erp/workflow.server";
import { reasonEnded, STATUS_MESSAGES } from "~/text/messages";
import { type Bell, type Console, sessionCaller } from "./console.server";
import { flash } from "./cookies.server";
import { LOCKED } from "./lock/states.server";
import { loginPath, nextPath, withQuery } from "./paths.server";
import { type Session, signedOutCookies } from "./session.server";
import { isRead, returnPath, type Visit } from "./visit.server";

/**
 * Whether a permission list holds a code, or one of several codes.
 * No code asked for: everybody may.
 */
function can(permissions: ReadonlySet<string>, code: string | readonly string[] | undefined): boolean {
  if (code === undefined || code.length === 0) return true;
  return typeof code === "string" ? permissions.has(code) : code.some((one) => permissions.has(one));
}

/** What a signed-in, unlocked person works with during one request. */
export interface Staff {
  session: Session;
  /** The company is an invented one. */
  demo: boolean;
  /** The backend with this person's token. A 401 or 424 signs out: a redirect is thrown. */
  erp: Erp;
  /** The same, with answers up to 15 s old; every write through this console forgets them. */
  recent: Pick<Erp, "get">;
  user(): Promise<UserInfo>;
  /** The side menu, filtered by role. */
  menu(): Promise<MenuNode[]>;
  /** Whether the person holds a permission code, or one of several. */
  can(code: string | readonly string[] | undefined): Promise<boolean>;
  /** The newest notice; null without permission message_center. Never fails. */
  bell(): Promise<Bell | null>;
  /** Approvals that wait for this person; null without permission act_task_view. Never fails. */
  todo(): Promise<number | null>;
  /** Pages that articles belong to; none without permission kb_article_view. Never fails. */
  guides(): Promise<Guide[]>;
}

/** Every page records its visit; that changes nothing that anybody sees. */
const VISIT = "/admin/user/recordLog";

/** Writes below these paths may change what somebody sees: all short memories are dropped. */
const RIGHTS = /^\/admin\/(menu|role|user|dept)(\/|\?|$)/;

/** The signed-in person of one request. @param secure whether cookies are marked Secure */
export function createStaff(console: Console, session: Session, visit: Visit, secure: boolean): Staff {
  const bare = createErp(sessionCaller(console.config, session, visit));
  const key = session.accessToken;
  // A memory is shared between requests, a redirect is not: it is made per request, here.
  const guard = async (error: unknown): Promise<never> => {
    if (!(error instanceof ErpError)) throw error;
    if (error.signedOut) throw signOut(console, session, visit, secure, reasonEnded(error.message));
    if (error.message === FRESH) throw toProfile();
    // A demonstration elsewhere refuses writes by the same status: the lock is asked for.
    if (error.status !== LOCKED) throw error;
    const { lock } = await console.lockStates.latest(session, bare, { fresh: true });
    throw lock.locked ? toLock(visit) : error;
  };
  // Another copy of the console may have taken what this browser wrote.
  const { written } = visit;
  const user = () => console.users.get(key, () => fetchUser(bare), { since: written.rights }).catch(guard);
  const any = anyLineage(bare, async () => (await user()).declared);
  const erp = watched(any, {
    guard,
    wrote: (path) => {
      if (path.startsWith(VISIT)) return;
      console.answers.clear();
      written.since = Date.now();
      if (!RIGHTS.test(path)) return;
      forgetRights(console);
      written.rights = written.since;
    },
  });
  const staff: Staff = {
    session,
    demo: console.config.demo,
    erp,
    recent: {
      get: (path, options) => {
        const address = `${key} ${path} ${JSON.stringify(options.query ?? null)}`;
        const load = () => any.get(path, { ...options, same: true }) as Promise<object>;
        return console.answers.get(address, load, { since: written.since }).catch(guard) as never;
      },
    },
    user,
    async menu() {
      const nodes = await console.menus.get(key, () => fetchMenu(bare), { since: written.rights }).catch(guard);
      return visibleTo(nodes, (await user()).roles);
    },
    can: async (code) => can((await user()).permissions, code),
    async bell() {
      if (!(await staff.can("message_center"))) return null;
      return console.bells.get(key, () => fetchBell(bare)).catch(() => ({ latest: null, unread: 0 }));
    },
    async todo() {
      if (!(await staff.can("act_task_view"))) return null;
      return fetchTodoCount(staff.recent).catch(() => null);
    },
    async guides() {
      if (!(await staff.can("kb_article_view"))) return [];
      return fetchGuides(staff.recent).catch(() => []);
    },
  };
  return staff;
}

function forgetRights(console: Console): void {
  console.users.clear();
  console.menus.clear();
}

/** The backend no longer accepts the token: away with it, and to the login page of this browser. */
function signOut(
  console: Console,
  session: Session,
  visit: Visit,
  secure: boolean,
  reason: ReturnType<typeof reasonEnded>,
): Response {
  console.locks.end(session);
  const next = returnPath(visit);
  const headers = new Headers();
  for (const value of signedOutCookies(secure)) headers.append("Set-Cookie", value);
  const target = loginPath(session.loginType, { next, reason });
  return redirect(target, { status: isRead(visit) ? 302 : 303, headers });
}

/** What a backend says to who has not changed a first password yet; nothing else is answered until then. */
const FRESH = "请先修改初始密码";

function toProfile(): Response {
  const headers = flash(new Headers(), { tone: "warning", text: FRESH });
  return redirect("/info/index#p-oldPassword", { status: 303, headers });
}

/** The session was locked while it was being worked for. */
function toLock(visit: Visit): Response {
  const location = withQuery("/lock", { next: nextPath(returnPath(visit)) });
  return redirect(location, { status: isRead(visit) ? 302 : 303 });
}

interface Watch {
  wrote(path: string): void;
  guard(error: unknown): Promise<never>;
}

/** Tells of writes, and turns 401, 424 and 423 into their redirects. */
function watched(erp: Erp, watch: Watch): Erp {
  function around<C extends (path: string, ...rest: never[]) => Promise<unknown>>(call: C, writes: boolean): C {
    const watched = async (path: string, ...rest: never[]) => {
      try {
        return await call(path, ...rest);
      } catch (error) {
        return await watch.guard(error);
      } finally {
        if (writes) watch.wrote(path);
      }
    };
    // It takes what the call takes and answers what the call answers.
    return watched as C;
  }
  return {
    get: around(erp.get, false),
    post: around(erp.post, true),
    put: around(erp.put, true),
    del: around(erp.del, true),
    download: around(erp.download, false),
    upload: around(erp.upload, true),
  };
}

/** The signed-in person of a request that the gate let through. @throws Response to the login page otherwise */
export function requireStaff(context: AppLoadContext): Staff {
  if (!context.staff) throw redirect("/login");
  return context.staff;
}

/** The signed-in person, who holds the code (or one of them). @throws Response 403 otherwise */
export async function requirePermission(context: AppLoadContext, code: string | readonly string[]): Promise<Staff> {
  const staff = requireStaff(context);
  if (await staff.can(code)) return staff;
  throw Response.json({ message: STATUS_MESSAGES[403] }, { status: 403 });
}
