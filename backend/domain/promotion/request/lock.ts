import type { RuleContext } from "#backend/engine/documents";
import { lockApplications } from "../application/used";
import { lockOrders } from "../order/lock";
import { lockRebates } from "../rebate/requested";
import { lockRefunds, ordersIn } from "../refund/requested";
import { idsOf, type SourceNamed } from "./sources";

/** Locks the refunds and rebates of a request, which is locked. */
export async function lockSources(c: RuleContext, lines: readonly SourceNamed[]): Promise<void> {
  await lockRefunds(c, idsOf(lines, "refund"));
  await lockRebates(c, idsOf(lines, "rebate"));
}

/** Everything that moves with the money of these requests: their own 请款单 are locked after it. */
export async function lockAlong(c: RuleContext, ids: readonly string[]): Promise<void> {
  const lines = await c.sql.query<SourceNamed>(
    `select source_type as "sourceType", refund_id as "refundId", rebate_id as "rebateId",
       promotion_id as "promotionId"
     from eva_request_line where eva_request_id = any($1::bigint[]) and del_flag = 0`,
    [ids],
  );
  await lockSources(c, lines);
  await lockOrders(c, await ordersIn(c, idsOf(lines, "refund")));
  const shares = await c.sql.query<{ id: string }>(
    `select distinct application_id as id from eva_request_share
     where eva_request_id = any($1::bigint[]) and del_flag = 0`,
    [ids],
  );
  await lockApplications(
    c,
    shares.map((s) => s.id),
  );
}
