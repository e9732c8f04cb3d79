import { createDraft, moveTo, type RuleContext } from "#backend/engine/documents";
import { keep, lockAdvisory } from "#backend/platform/db";
import { csThread } from "#documents/service/thread";
import { addMessage, type MessageSaid, recount } from "./figures";

/** What a connection tells of a message of a buyer. */
export interface ReceiveReceived extends Pick<MessageSaid, "messageTime" | "content" | "language"> {
  storeId: string;
  externalId: string;
  orderNo: string;
  subject: string | null;
  /** By what the buyer is known; null: the marketplace does not say. */
  buyerKey: string | null;
}

/** The order that it is about, if it has come already; else the store alone. */
const aboutOf = ({ sql, tenantId }: RuleContext, storeId: string, orderNo: string) =>
  sql.one<{ id: string | null; siteId: string | null; deptId: string | null; buyerKey: string | null }>(
    `select p.id, s.site_id as "siteId", s.dept_id as "deptId", p.buyer_key as "buyerKey"
     from store s left join platform_order p on p.tenant_id = s.tenant_id and p.store_id = s.id
       and lower(p.platform_order_no) = lower($3) and p.del_flag = 0
     where s.id = $2 and s.tenant_id = $1`,
    [tenantId, storeId, orderNo],
  );

/** The thread of an order and a buyer, locked; a merged one leads to where it went. */
async function threadOf(c: RuleContext, storeId: string, orderNo: string, buyer: string | null) {
  const found = await c.sql.one<{ id: string; into: string | null }>(
    `select id, merged_into_id as into from cs_thread where tenant_id = $1 and store_id = $2
       and platform_order_no = $3 and coalesce(buyer_key, '') in (coalesce($4, ''), '') and del_flag = 0
     order by buyer_key is not distinct from $4 desc, id limit 1 ${keep(c.sql, "cs_thread")}`,
    [c.tenantId, storeId, orderNo, buyer],
  );
  if (!found?.into) return found?.id;
  const into = await c.sql.one<{ id: string }>(`select id from cs_thread where id = $1 ${keep(c.sql, "cs_thread")}`, [
    found.into,
  ]);
  return into?.id;
}

/**
 * Takes a message of a buyer in: the thread of its order opens, and an answer is due 24 hours after the
 * first that has none. Told again it changes nothing; told late or out of order it counts from when it
 * was written.
 * @returns whether it was new
 */
export async function receiveMessage(c: RuleContext, told: ReceiveReceived): Promise<boolean> {
  const { storeId, orderNo, externalId } = told;
  await lockAdvisory(c.sql, "threadOfOrder", `${c.tenantId}/${storeId}/${orderNo}`);
  const known = await c.sql.one(
    `select 1 from cs_message m join cs_thread t on t.id = m.cs_thread_id
     where t.tenant_id = $1 and t.store_id = $2 and m.external_id = $3 limit 1`,
    [c.tenantId, storeId, externalId],
  );
  if (known) return false;
  const about = await aboutOf(c, storeId, orderNo);
  const buyerKey = told.buyerKey ?? about?.buyerKey ?? null;
  const subject = (told.subject || `订单${orderNo}的来信`).slice(0, 200);
  const there = await threadOf(c, storeId, orderNo, buyerKey);
  if (!there) keep(c.sql, "cs_thread");
  const id =
    there ??
    (
      await createDraft(c, csThread, {
        subject,
        storeId,
        siteId: about?.siteId ?? null,
        deptId: about?.deptId ?? null,
        platformOrderId: about?.id ?? null,
        platformOrderNo: orderNo,
        buyerKey,
        unassigned: true,
        unread: 0,
      })
    ).id;
  await addMessage(c, id, { ...told, direction: "in", subject });
  await moveTo(c, csThread, id, "open", "买家来信");
  await recount(c, id);
  return true;
}

/** Threads whose order came after its message learn of it. */
export const pairThreads = ({ sql, tenantId }: Pick<RuleContext, "sql" | "tenantId">) =>
  sql.query(
    `update cs_thread t set platform_order_id = p.id, buyer_key = coalesce(t.buyer_key, p.buyer_key)
     from platform_order p
     where t.tenant_id = $1 and t.platform_order_id is null and t.del_flag = 0
       and p.tenant_id = t.tenant_id and p.store_id = t.store_id
       and lower(p.platform_order_no) = lower(t.platform_order_no)`,
    [tenantId],
  );
