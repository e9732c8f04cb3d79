import { recordVisit } from "~/erp/auth.server";
import type { Guide } from "~/erp/search.server";
import { resolve } from "~/screens/frame/resolve";
import type { ConsoleConfig } from "~/session/config.server";
import { cookie, readCookies, readFlash } from "~/session/cookies.server";
import { withQuery } from "~/session/paths.server";
import type { Staff } from "~/session/staff.server";
import { pageName } from "~/text";
import type { Flash } from "~/ui";
import type { Crumb, ShellData } from "~/ui/page/shell-data";
import { version } from "../../../package.json";
import { menuOf } from "./menu.server";
import { markMenu } from "./menu-html.server";
import { type Leaf, leafFor } from "./menu-index.server";
import type { PageFacts } from "./page.server";
import { isPrefetch } from "./part.server";
import { isFolded, type Preferences } from "./preferences.server";
import { openTab, tabKey } from "./tabs";
import { countVisit, readMemory, writeMemory } from "./tabs.server";

const NAME = "viewed";
/** Entries kept (specification section 9, "Mobile history maximum"). */
export const MOST_VIEWED = 12;
const PATH = /^\/[\w./-]{1,99}$/;

/** Paths of the entries that this person opened last in the mobile shell of this browser, latest first. */
export function readViewed(request: Request, userId: string): string[] {
  const value = readCookies(request.headers.get("Cookie")).get(NAME) ?? "";
  const [whose, ...paths] = value.split("|");
  return whose === userId ? paths.filter((path) => PATH.test(path)).slice(0, MOST_VIEWED) : [];
}

/** The entry comes first, once; beyond the limit the oldest goes. */
export const countViewed = (paths: readonly string[], path: string): string[] =>
  [path, ...paths.filter((other) => other !== path)].slice(0, MOST_VIEWED);

/** `Set-Cookie` value that keeps them where they are shown: for 90 days; none deletes it. */
export const writeViewed = (userId: string, paths: readonly string[]): string =>
  cookie(NAME, [userId, ...paths].join("|"), { secure: false, maxAge: paths.length ? 90 * 86_400 : 0 });

export interface ShellRequest {
  request: Request;
  status: number;
  page: PageFacts;
  staff: Staff;
  config: ConsoleConfig;
  preferences: Preferences;
  /** The page stands in the shell of a phone. */
  mobile: boolean;
}

/** Path and query that a person would call the page's address. */
export const addressOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search.replace(/([?&])index(&|$)/, "$1").replace(/[?&]$/, "");
};

/**
 * Everything that the shell around a page shows, and the Set-Cookie values that go with showing it:
 * the page's tab is opened and the waiting message is taken, unless this is only a prefetch.
 */
export async function composeShell(
  given: ShellRequest,
): Promise<{ shell: ShellData; flash: Flash | null; cookies: string[] }> {
  const { request, status, page, staff, config, preferences, mobile } = given;
  const [user, menu, bell, todo, guides] = await Promise.all([
    staff.user(),
    menuOf(staff),
    staff.bell(),
    staff.todo(),
    staff.guides(),
  ]);
  const at = addressOf(request);
  const path = at.split("?")[0]!;
  const leaf = leafFor(menu, path, page.handle.parent ?? resolve(path)?.parent);
  const cookies: string[] = [];

  const name = pageName(page.title);
  const memory = readMemory(request, user.userId);
  let { tabs } = memory;
  const opens = status < 400 && request.method === "GET" && page.handle.tab !== false && name !== "";
  if (opens && mobile) {
    if (leaf?.path === path && !isPrefetch(request)) {
      const viewed = readViewed(request, user.userId);
      if (viewed[0] !== path) {
        cookies.push(writeViewed(user.userId, countViewed(viewed, path)));
        void recordVisit(staff.erp, { path, title: name }).catch(() => {});
      }
    }
  } else if (opens) {
    const isNew = !tabs.some((t) => tabKey(t.url) === tabKey(at));
    tabs = openTab(tabs, { url: at, title: name });
    const visited = isNew && leaf?.path === path && leaf.href.startsWith("/");
    const visits = visited ? countVisit(memory.visits, { url: at, title: name }) : memory.visits;
    // Specification 7.1; nobody waits for it, and a page is shown without it.
    if (isNew && !isPrefetch(request))
      void recordVisit(staff.erp, { path: at.slice(0, 500), title: name }).catch(() => {});
    if (!isPrefetch(request) && JSON.stringify(tabs) !== JSON.stringify(memory.tabs))
      cookies.push(writeMemory(user.userId, { tabs, visits }));
  }
  const taken = isPrefetch(request) ? null : readFlash(request);
  if (taken?.setCookie) cookies.push(taken.setCookie);

  const shell: ShellData = {
    mobile,
    at,
    userId: user.userId,
    userName: user.displayname,
    avatar: user.avatar,
    menuHtml: markMenu(menu, leaf?.path ?? "", [...openBranches(request), ...(leaf?.branches ?? [])]),
    menuPath: leaf?.path ?? "",
    groups: menu.groups,
    group: leaf ? menu.groups.indexOf(leaf.group) + 1 : 0,
    crumbs: crumbsOf(leaf, path, name),
    guide: leaf && guideOf(guides, leaf.path),
    tabs: tabs.map((t) => ({ ...t, active: tabKey(t.url) === tabKey(at) })),
    bell: bell ?? undefined,
    todo: todo ?? undefined,
    demo: staff.demo || undefined,
    figuresComing: (config.figuresComing?.() && OF_FIGURES.test(path)) || undefined,
    terminal: menu.byPath.has("/terminal"),
    serviceDeskUrl: config.serviceDeskUrl,
    folded: isFolded(request),
    theme: preferences.theme,
    colour: preferences.colour,
    switches: preferences.switches,
    version: versionOf(config),
  };
  return { shell, flash: taken?.message ?? null, cookies };
}

/** What runs here, as people are told. */
export const versionOf = (config: ConsoleConfig): string => version + config.commit;

/** Pages that show figures of former days. */
const OF_FIGURES = /^\/(wel|cockpit|advertisement|wms\/replenish)\//;

/** Branches that the user left open (written by menu.client.ts and app/routes/menu.$version.$.ts). */
export const openBranches = (request: Request): string[] =>
  (readCookies(request.headers.get("Cookie")).get("open") ?? "").split(".").slice(0, 20);

/** What is written about a page: the article, or the list of several. */
function guideOf(guides: readonly Guide[], page: string): ShellData["guide"] {
  const found = guides.find((g) => g.page === page);
  if (!found) return;
  const one = found.articles === 1;
  return one
    ? { title: found.title ?? "", href: `/knowledge/base/openTag/detail/${found.id}` }
    : { title: `${found.articles}篇`, href: withQuery("/knowledge/base/index", { pages: page }) };
}

function crumbsOf(leaf: Leaf | undefined, path: string, name: string): Crumb[] {
  if (!leaf) return [{ label: name }];
  // A branch with one page of the same name (首页) is said once.
  const trail = leaf.trail.filter((label, i, all) => label !== all[i - 1]);
  if (leaf.path === path) return trail.map((label) => ({ label }));
  const above = trail.slice(0, -1).map((label) => ({ label }));
  return [...above, { label: leaf.label, href: leaf.href }, { label: name }];
}
