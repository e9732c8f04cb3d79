import { keptOr, moveTo, NOW, patch, type RuleContext, transition } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { lockIds } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { csThread } from "#documents/service/thread";
import { addMessage, recount } from "./figures";
import { wordFault } from "./refused-words";
import { askToSend, wayOut } from "./send";
import { parcelsOf } from "./talk";

const { table } = csThread;
const MERGED = "已并入其他会话";

/** Writes to the buyer of a locked thread: everything that came before is answered by it. */
export async function writeOut(
  c: RuleContext,
  row: { id: string; no: string; storeId: string | null },
  said: { content: string; subject?: string | null; templateId?: string; attachments?: string[] },
): Promise<void> {
  const id = await addMessage(c, row.id, { ...said, direction: "out", messageTime: new Date().toISOString() });
  await c.sql.query("update cs_message set answered = true where cs_thread_id = $1", [row.id]);
  await patch(c, csThread, row.id, {
    draftText: null,
    pendReason: null,
    unassigned: false,
    assigneeId: keptOr(c.caller.userId),
  });
  await recount(c, row.id);
  await askToSend(c, row, id);
}

const reply = transition(csThread, "reply", {
  lock: async (c, row) => ({
    way: await wayOut(c, row.storeId),
    known: (await parcelsOf(c, row.platformOrderId)).map((p) => p.trackingNo ?? ""),
  }),
  guard: ({ row, way }) => (row.mergedIntoId ? MERGED : !way && "店铺没有启用的平台连接，请先在外部连接中新增"),
  check({ known }, { content }) {
    const fault = wordFault(content ?? "", known);
    return fault && invalidAt("content", fault);
  },
  async effect(c, { row }, { content, templateId, attachments }) {
    await writeOut(c, row, {
      content: content ?? "",
      templateId: templateId ?? undefined,
      attachments: attachments ?? [],
    });
  },
});

const saveDraft = transition(csThread, "saveDraft", {
  async effect({ sql }, { row }, { content }) {
    await patch({ sql }, csThread, row.id, { draftText: content ?? null });
  },
});

const resend = transition(csThread, "resend", {
  lock: async ({ sql }, row) => ({
    failed: await sql.query<{ id: string; tries: number }>(
      `select m.id, (select count(*)::int from outbox x where x.key like 'message/' || m.id || '%'
         and x.tenant_id = m.tenant_id) as tries
       from cs_message m where m.cs_thread_id = $1 and m.send_state = 'failed' and m.del_flag = 0`,
      [row.id],
    ),
  }),
  guard: ({ failed }) => !failed.length && "没有发送失败的消息",
  async effect(c, { row, failed }) {
    for (const { id, tries } of failed) {
      await patch(c, csThread.lines.messages, id, { sendState: "queued", sendNote: null });
      await askToSend(c, row, id, `#${tries}`);
    }
  },
});

const setCategory = (c: RuleContext, id: string, category: string | null | undefined) =>
  patch(c, csThread, id, { category: category ?? null });

const noReply = transition(csThread, "noReply", {
  async effect(c, { row }, { category }) {
    await setCategory(c, row.id, category);
    await c.sql.query("update cs_message set answered = true where cs_thread_id = $1", [row.id]);
    await patch(c, csThread, row.id, { resolvedTime: NOW });
    await recount(c, row.id);
  },
});

const resolve = transition(csThread, "resolve", {
  async effect(c, { row }, { category }) {
    await setCategory(c, row.id, category);
    await patch(c, csThread, row.id, { resolvedTime: NOW });
  },
});

const classify = transition(csThread, "classify", {
  effect: async (c, { row }, { category }) => {
    await setCategory(c, row.id, category);
  },
});

const pend = transition(csThread, "pend", {
  async effect({ sql }, { row }, { reason }) {
    await patch({ sql }, csThread, row.id, { pendReason: reason });
  },
});

const give = ({ sql }: RuleContext, id: string, userId: string) =>
  patch({ sql }, csThread, id, { assigneeId: userId, unassigned: false });

const take = transition(csThread, "take", {
  guard: ({ row }, { caller }) =>
    !!row.assigneeId && row.assigneeId !== caller.userId && `已由${row.assigneeName ?? "他人"}负责`,
  effect: async (c, { row }) => {
    await give(c, row.id, c.caller.userId);
  },
});

const assign = transition(csThread, "assign", {
  async effect(c, { row }, { assigneeId }) {
    const user = await c.sql.one<{ may: boolean }>(
      `select exists (select 1 from sys_user_role ur join sys_role_menu rm on rm.role_id = ur.role_id
           join sys_menu m on m.id = rm.menu_id and m.del_flag = 0 and m.packed
         where ur.user_id = u.id and m.permission = 'cs_message_add') as may
       from sys_user u where u.id = $1 and u.tenant_id = $2 and u.del_flag = 0 and u.lock_flag = '0'`,
      [assigneeId, c.tenantId],
    );
    if (!user?.may) throw invalidAt("assigneeId", "请选择在职的客服人员");
    await give(c, row.id, String(assigneeId));
    await notify(c.sql, {
      tenantId: c.tenantId,
      userIds: [String(assigneeId)],
      title: `站内信${row.no}已分配给您`,
      pushDescribe: `${row.subject ?? ""}（订单${row.platformOrderNo ?? "—"}）`.slice(0, 200),
      bizPath: `/customerservice/message/openTag/detail?id=${row.id}`,
    });
  },
});

const merge = transition(csThread, "merge", {
  guard: ({ row }) => !!row.mergedIntoId && MERGED,
  async effect(c, { row }, { intoId }) {
    const into = String(intoId);
    if (into === row.id) throw invalidAt("intoId", "不能并入自身");
    // Of two who merge each into the other the database refuses one.
    await lockIds(c.sql, "cs_thread", [into]);
    const other = await c.sql.one<{ no: string; status: "open" | "pending" | "replied" }>(
      `select no, status from ${table} where id = $1 and tenant_id = $2 and store_id = $3
         and buyer_key = $4 and merged_into_id is null and status <> 'closed' and del_flag = 0`,
      [into, c.tenantId, row.storeId, row.buyerKey],
    );
    if (!other) throw conflict("只能并入同一店铺同一买家的未关闭会话");
    await c.sql.query(
      `update cs_message set cs_thread_id = $2, line_no = line_no
         + (select coalesce(max(line_no), 0) from cs_message where cs_thread_id = $2)
       where cs_thread_id = $1`,
      [row.id, into],
    );
    await c.sql.query(`update ${table} set merged_into_id = $2 where id = $1 or merged_into_id = $1`, [row.id, into]);
    await recount(c, row.id);
    await recount(c, into);
    if (row.status === "open") await moveTo(c, csThread, into, "open", `并入${row.no}`);
  },
});

export const threadTransitions = [reply, saveDraft, resend, noReply, resolve, classify, pend, take, assign, merge];
