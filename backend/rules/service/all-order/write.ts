import { allOrder } from "#documents/service/all-order";
import { csThread } from "#documents/service/thread";
import { lockAdvisory } from "../../../db/advisory";
import { keep } from "../../../db/locks";
import { moveTo } from "../../../documents/lifecycle/move";
import { createDraft } from "../../../documents/writing/draft";
import { transition } from "../../../documents/written";
import { invalidAt } from "../../../http/refusal";
import { wordFault } from "../message/refused-words";
import { wayOut } from "../message/send";
import { parcelsOf } from "../message/talk";
import { writeOut } from "../message/transitions";

/** 联系买家: a message that the buyer did not ask for; where there is a thread of the order, in it. */
export const write = transition(allOrder, "write", {
  lock: async (c, row) => ({
    way: await wayOut(c, row.storeId),
    known: (await parcelsOf(c, row.id)).map((p) => p.trackingNo ?? ""),
  }),
  guard: ({ way }) => !way && "店铺没有启用的平台连接，请先在外部连接中新增",
  check({ known }, { content }) {
    const fault = wordFault(content ?? "", known);
    return fault && invalidAt("content", fault);
  },
  async effect(c, { row }, { subject, content }) {
    const { storeId, platformOrderNo } = row;
    await lockAdvisory(c.sql, "threadOfOrder", `${c.tenantId}/${storeId}/${platformOrderNo}`);
    const there = await c.sql.one<{ id: string; no: string }>(
      `select id, no from cs_thread where tenant_id = $1 and store_id = $2 and platform_order_no = $3
         and merged_into_id is null and del_flag = 0 order by id limit 1 ${keep(c.sql, "cs_thread")}`,
      [c.tenantId, storeId, platformOrderNo],
    );
    const thread =
      there ??
      (await createDraft(c, csThread, {
        ...{ subject, storeId, siteId: row.siteId, deptId: row.deptId },
        ...{ platformOrderId: row.id, platformOrderNo, buyerKey: row.buyerKey },
        ...{ unassigned: false, assigneeId: c.caller.userId, unread: 0 },
      }));
    await writeOut(c, { ...thread, storeId }, { subject, content: content ?? "" });
    await moveTo(c, csThread, thread.id, "replied", "联系买家");
  },
});
