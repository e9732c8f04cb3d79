import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { ErpError } from "~/erp/client.server";
import {
  ANNOUNCEMENTS,
  fetchNotice,
  fetchNotices,
  markNoticesRead,
  type Notice,
  type NoticeDetail,
} from "~/erp/notices.server";
import type { Console } from "~/session/console.server";
import type { ConsoleContext } from "~/session/context.server";
import { flash } from "~/session/cookies.server";
import { asked } from "~/session/form/asked.server";
import type { Staff } from "~/session/staff.server";

const query = z.object({
  isRead: z.enum(["0", "1"]).optional().catch(undefined),
  pushType: z.enum(["4", ANNOUNCEMENTS]).optional().catch(undefined),
  // As the bell counts them: without those that have expired.
  bell: z.literal("1").transform(Number).optional().catch(undefined),
  current: z.coerce.number().int().min(1).max(10_000_000).catch(1),
  size: z.coerce.number().int().min(1).max(100).catch(20),
  notice: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional()
    .catch(undefined),
});
export type CentreQuery = z.output<typeof query>;

export interface CentreData {
  url: string;
  query: CentreQuery;
  records: Notice[];
  total: number;
  unread: number;
  /** Approvals that wait for this person; null without permission. */
  todo: number | null;
  /** The notice that is open, or why it cannot be shown. */
  open: { notice: NoticeDetail | null; problem: string | null } | null;
}

/** One page of the caller's notices; opening one marks it read (specification section 4). */
export async function loadCentre(staff: Staff, console: Console, url: URL): Promise<CentreData> {
  const asked = query.parse(Object.fromEntries(url.searchParams));
  const { notice, ...filter } = asked;
  let open: CentreData["open"] = null;
  if (notice)
    try {
      open = { notice: await fetchNotice(staff.erp, notice), problem: null };
      console.bells.drop(staff.session.accessToken);
    } catch (error) {
      if (!(error instanceof ErpError)) throw error;
      open = { notice: null, problem: error.message };
    }
  const [page, left, todo] = await Promise.all([
    fetchNotices(staff.erp, filter),
    fetchNotices(staff.erp, { current: 1, size: 1, isRead: "0" }),
    staff.todo(),
  ]);
  const address = url.pathname + url.search;
  return { url: address, query: asked, records: page.records, total: page.total, unread: left.total, todo, open };
}

const change = z.object({ intent: z.enum(["read", "all"]), ids: z.array(z.string().regex(/^\d{1,20}$/)).max(100) });

/** 标记已读 for the ticked ones, 全部已读 for all. */
export async function changeCentre(
  staff: Staff,
  { console, form }: Pick<ConsoleContext, "console" | "form">,
  request: Request,
) {
  const { intent, ids } = asked(change, { intent: form.get("intent"), ids: form.getAll("ids") });
  const { pathname, search } = new URL(request.url);
  const back = (tone: "success" | "warning", text: string) =>
    redirect(pathname + search, { status: 303, headers: flash(new Headers(), { tone, text }) });
  if (intent === "read" && !ids.length) return back("warning", "请先勾选要标记的消息");
  try {
    await markNoticesRead(staff.erp, intent === "all" ? { all: true } : { ids });
  } catch (error) {
    if (error instanceof ErpError) return json({ problem: error.message }, { status: 422 });
    throw error;
  }
  console.bells.drop(staff.session.accessToken);
  return back("success", intent === "all" ? "已全部标记为已读" : `已将 ${ids.length} 条消息标记为已读`);
}
