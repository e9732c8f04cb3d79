import { z } from "zod";
import { call } from "#backend/engine/connect/call";
import { connectorOf } from "#backend/engine/connect/connector";
import { enqueue } from "#backend/engine/connect/enqueue";
import { Denied, type Message, type OutboxHandler, onOutbox, Refused } from "#backend/engine/connect/words";
import { type Engine, lockRow, moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import type { Sql } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { csRefund } from "#documents/service/cs-refund";
import { moneyBack } from "./end";

const KIND = "marketplace.refund";
const MOST_ATTEMPTS = 6;

interface SendTold {
  status: string;
  no: string;
  orderNo: string;
  reason: string;
  currency: string;
  items: { orderItemId: string; quantity: number; principal: string; tax: string; shipping: string }[];
}

const toldOf = (sql: Sql, id: string | null) =>
  sql.one<SendTold>(
    `select r.status, r.no, t.platform_order_no as "orderNo", r.reason, r.currency,
       (select jsonb_agg(jsonb_build_object('orderItemId', l.order_line_id, 'quantity', l.qty,
          'principal', l.principal::text, 'tax', l.tax::text, 'shipping', l.shipping::text) order by l.line_no)
        from cs_refund_line l where l.cs_refund_id = r.id and l.del_flag = 0
          and l.principal + l.tax + l.shipping > 0) as items
     from cs_refund r join platform_order t on t.id = r.platform_order_id
     where r.id = $1 and r.del_flag = 0`,
    [id],
  );

/** Says the platform to pay back, once this is committed; each time that somebody presses the button. */
export async function askPlatform(
  c: RuleContext,
  { id, no, version }: { id: string; no: string; version: number },
  connectorId: string,
): Promise<void> {
  await enqueue(c, { kind: KIND, key: `refund/${no}/${version}`, connectorId, document: csRefund.name, id, no });
}

const said = z.object({ payload: z.object({ refundId: z.string().min(1).max(80) }) });
const WAITS: readonly string[] = ["executing", "failed"];

/** How refunds are told to marketplaces; under the refund's number, so that it is paid back once. */
export function refundHandler(engine: Engine): OutboxHandler {
  const locked = async (sql: Sql, { tenantId, documentId }: Message) => {
    const c: RuleContext = { sql, ...systemOf(tenantId), ...engine };
    return { c, row: await lockRow(c, csRefund, documentId ?? "", { anyScope: true }) };
  };
  return onOutbox(KIND, {
    attempts: MOST_ATTEMPTS,
    async send(db, { documentId, connectorId }) {
      const told = await toldOf(db, documentId);
      if (!told || !WAITS.includes(told.status)) throw new Refused("退款状态已变更，不再发送");
      const { no, orderNo, reason, currency, items } = told;
      const answer = await call(db, await connectorOf(db, connectorId), {
        method: "POST",
        path: `/orders/v0/orders/${encodeURIComponent(orderNo)}/refunds`,
        key: `refund/${no}`,
        body: { refundReference: no, currencyCode: currency, reason, items },
        schema: said,
      });
      return answer.payload.refundId;
    },
    async done(sql, message, answer) {
      const { c, row } = await locked(sql, message);
      if (!WAITS.includes(row.status)) return;
      await moveTo(c, csRefund, row.id, "done", "平台已退款");
      await moneyBack(c, row.id, { platformRefundId: String(answer) });
    },
    async dead(sql, message, reason, error) {
      const { c, row } = await locked(sql, message);
      if (row.status !== "executing") return;
      await moveTo(c, csRefund, row.id, "failed", "执行失败");
      // An answer that got lost may have been a yes: until the platform says no, it may be paid.
      const doubtful = !(error instanceof Denied) && (row.doubtful || !(error instanceof Refused));
      await patch({ sql }, csRefund, row.id, { sendMessage: reason.slice(0, 300), doubtful });
      await notify(sql, {
        tenantId: c.tenantId,
        userIds: row.ownerId ? [row.ownerId] : [],
        title: `退款${row.no}执行失败`,
        pushDescribe: reason.slice(0, 200),
        bizPath: `${csRefund.screens.detail}?id=${row.id}`,
      });
    },
  });
}
