import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import { connectorFor, connectorOf } from "#backend/engine/connect/connector";
import { enqueue } from "#backend/engine/connect/enqueue";
import { onOutbox, Refused } from "#backend/engine/connect/words";
import { patch, type RuleContext } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import type { Sql } from "#backend/platform/db";
import { csThread } from "#documents/service/thread";

export const MESSAGE = "marketplace.message";

interface SendOut {
  content: string;
  subject: string | null;
  orderNo: string;
  marketplaceId: string | null;
  threadId: string;
  no: string;
  assigneeId: string | null;
}

const outOf = (sql: Sql, id: string | null) =>
  sql.one<SendOut>(
    `select m.content, m.subject, t.platform_order_no as "orderNo", i.marketplace_id as "marketplaceId",
       t.id as "threadId", t.no, coalesce(t.assignee_id, m.create_by) as "assigneeId"
     from cs_message m join cs_thread t on t.id = m.cs_thread_id
       left join site i on i.id = t.site_id
     where m.id = $1 and m.del_flag = 0`,
    [id],
  );

interface About {
  id: string;
  no: string;
  storeId: string | null;
}

/** The connection that the marketplace of a store is spoken to by. */
export const wayOut = ({ sql, tenantId }: RuleContext, storeId: string | null) =>
  connectorFor({ sql, tenantId }, { provider: "amazon", storeId: storeId ?? undefined });

/** Has a message of a locked thread sent; `again` makes it another sending of the same. */
export const askToSend = async (c: RuleContext, { id, no, storeId }: About, messageId: string, again = "") =>
  enqueue(c, {
    kind: MESSAGE,
    key: `message/${messageId}${again}`,
    payload: { messageId },
    connectorId: (await wayOut(c, storeId))?.id ?? null,
    document: csThread.name,
    id,
    no,
  });

const about = z.object({ messageId: z.string() });
const answered = z.object({ messageId: z.string().max(80).optional() });

const set = (sql: Sql, id: string, state: "sent" | "failed", note: string | null, externalId?: string) =>
  patch({ sql }, csThread.lines.messages, id, {
    sendState: state,
    sendNote: note,
    externalId: externalId ?? undefined,
  });

/** The buyer is written to by the marketplace. */
export const sendMessage = onOutbox(MESSAGE, {
  attempts: 6,
  async send(db, { payload, connectorId, key }) {
    const { messageId } = about.parse(payload);
    const out = await outOf(db, messageId);
    if (!out) throw new Refused("消息不存在");
    if (!connectorId) throw new Refused("店铺没有启用的平台连接，请先在外部连接中新增");
    return call(db, await connectorOf(db, connectorId), {
      method: "POST",
      path: `/messaging/v1/orders/${encodeURIComponent(out.orderNo)}/messages/unexpectedProblem`,
      query: { marketplaceIds: out.marketplaceId ?? undefined },
      // The same message under another number of sending is still one.
      key: key.split("#")[0],
      body: { text: out.content },
      schema: answered,
    });
  },
  async done(sql, { payload }, answer) {
    const said = answered.safeParse(answer);
    await set(sql, about.parse(payload).messageId, "sent", null, said.data?.messageId);
  },
  async dead(sql, { payload, tenantId }, reason) {
    const { messageId } = about.parse(payload);
    await set(sql, messageId, "failed", reason.slice(0, 300));
    const out = await outOf(sql, messageId);
    if (!out) return;
    await notify(sql, {
      tenantId,
      title: `站内信${out.no}发送失败`,
      userIds: out.assigneeId ? [out.assigneeId] : [],
      pushDescribe: reason,
      bizPath: `/customerservice/message/openTag/detail?id=${out.threadId}`,
    });
  },
});
