import type { DocumentType, LineDraft } from "#documents/kit";
import { fbaDisposal } from "#documents/wms/fba/fba-disposal";
import type { fbaRemoval } from "#documents/wms/fba/fba-removal";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import { lockIds } from "../../../../db/locks";
import { visible } from "../../../../documents/reading/where";
import type { RuleContext } from "../../../../documents/rules";
import { lockPools } from "../../../../stock/pool";
import { lockHeld } from "../../../../stock/reserve";
import type { Place } from "../../../../stock/types";

export type ReportRow = LineDraft<typeof fbaRemoval, "rows">;

/** The document that bears the platform's number. */
export interface Target {
  kind: "return" | "disposal";
  id: string;
  no: string;
  orderId: string;
}

async function ofKind(
  c: RuleContext,
  document: DocumentType,
  kind: Target["kind"],
  orderIds: readonly string[],
): Promise<Target[]> {
  const where = visible(document, c.caller)
    .and("t.removal_order_id = any(?)", orderIds)
    .and("t.status not in ('void', 'rejected')");
  const rows = await c.sql.query<Omit<Target, "kind">>(
    `select t.id, t.no, t.removal_order_id as "orderId" from ${document.table} t
     where ${where} order by t.id`,
    where.values,
  );
  return rows.map((row) => ({ ...row, kind }));
}

const poolsOf = (c: RuleContext, ids: Record<Target["kind"], string[]>) =>
  c.sql.query<Place>(
    `select distinct x.w as "warehouseId", l.sku_id as "skuId" from fba_return h
       join fba_return_line l on l.fba_return_id = h.id
       cross join lateral (values (h.fba_warehouse_id), (h.to_warehouse_id)) x(w)
     where h.id = any($1::bigint[])
     union
     select h.fba_warehouse_id, l.sku_id from fba_disposal h
       join fba_disposal_line l on l.fba_disposal_id = h.id where h.id = any($2::bigint[])`,
    [ids.return, ids.disposal],
  );

/**
 * The documents that rows name and the caller may see, locked with all that carrying out any of them
 * touches: rows of one report follow each other in one transaction.
 */
export async function lockTargets(
  c: RuleContext,
  rows: readonly ReportRow[],
): Promise<Map<string, Target>> {
  const orderIds = [...new Set(rows.flatMap((r) => r.orderId ?? []))];
  const found = [
    ...(await ofKind(c, fbaReturn, "return", orderIds)),
    ...(await ofKind(c, fbaDisposal, "disposal", orderIds)),
  ];
  const idsOf = (kind: Target["kind"]) => found.flatMap((t) => (t.kind === kind ? t.id : []));
  const ids = { return: idsOf("return"), disposal: idsOf("disposal") };
  await lockIds(c.sql, "fba_return", ids.return);
  await lockIds(c.sql, "fba_disposal", ids.disposal);
  for (const { kind, id, no } of found)
    await lockHeld(c, { document: kind === "return" ? "fba_return" : "fba_disposal", id, no });
  const pools = await poolsOf(c, ids);
  if (pools.length) await lockPools(c, pools);
  return new Map(found.map((t) => [t.orderId, t]));
}
