import { createDraft, link, pick, type RuleContext } from "#backend/engine/documents";
import { removeOne } from "#backend/engine/documents/calls/writes";
import { endMade } from "#backend/engine/documents/lifecycle/end-made";
import { lockIds } from "#backend/platform/db";
import { warehouse } from "#documents/base/warehouse";
import { fbaInbound } from "#documents/logistics/fba-inbound";
import { transfer } from "#documents/logistics/transfer";
import { transferTypeOf } from "#documents/logistics/transfer-words";
import type { PlannedBox } from "../planned";
import type { InboundRow } from "./ask";

/** What goes to one of the platform's warehouses. */
export interface ShipmentMade {
  platformId: string | null;
  shipmentId: string;
  fcCode: string | null;
  referenceId: string | null;
  items: readonly { msku: string; quantity: number }[];
  boxes: readonly PlannedBox[];
}

type InboundLineTable = `fba_inbound_${"box" | "option" | "shipment" | "window"}`;

/** Writes the rows of one of a plan's own tables anew. */
export async function replaceRows(
  c: RuleContext,
  table: InboundLineTable,
  id: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  await c.sql.query(`delete from ${table} where fba_inbound_id = $1`, [id]);
  const names = Object.keys(rows[0] ?? {});
  if (!names.length) return;
  await c.sql.query(
    `insert into ${table} (tenant_id, fba_inbound_id, line_no, create_by, ${names.join(", ")})
     select $1, $2, e.n, $3, ${names.map((name) => `x.${name}`).join(", ")}
     from jsonb_array_elements($4::jsonb) with ordinality as e(row, n),
       lateral jsonb_populate_record(null::${table}, e.row) x`,
    [c.tenantId, id, c.caller.userId, JSON.stringify(rows)],
  );
}

/** The same work done by whoever made the plan: its transfers are theirs. */
async function asMaker(c: RuleContext, { id }: InboundRow): Promise<RuleContext> {
  const user = await c.sql.one<Record<"userId" | "username" | "displayname", string> & { deptId: string | null }>(
    `select u.id::text as "userId", u.username, u.displayname, u.dept_id::text as "deptId"
     from fba_inbound t join sys_user u on u.id = t.create_by where t.id = $1`,
    [id],
  );
  return user ? { ...c, caller: { ...c.caller, ...user } } : c;
}

const wordsOf = (items: ShipmentMade["items"]) =>
  items
    .map(({ msku, quantity }) => `${msku}×${quantity}`)
    .join("、")
    .slice(0, 2000);

/** A transfer for each shipment of a locked plan, and what the plan says of them. */
export async function makeTransfers(c: RuleContext, row: InboundRow, made: readonly ShipmentMade[]): Promise<void> {
  const maker = await asMaker(c, row);
  const from = await pick(c, warehouse, row.fromWarehouseId, ["kind"]);
  const lines = new Map(row.items.map((line) => [line.msku ?? "", line]));
  const rows: Record<string, unknown>[] = [];
  for (const { items, boxes, platformId, shipmentId, fcCode, referenceId } of made) {
    const { id } = await createDraft(maker, transfer, {
      transferType: transferTypeOf(from?.kind ?? "", "fba"),
      fromWarehouseId: row.fromWarehouseId,
      toWarehouseId: row.toWarehouseId ?? undefined,
      storeId: row.storeId,
      sourceType: "plan",
      sourceNo: row.no,
      inboundId: row.id,
      shipmentId,
      fcCode,
      referenceId,
      logisticsProviderId: row.logisticsProviderId,
      freightTemplateId: row.freightTemplateId,
      transportMode: row.transportMode,
      items: items.map(({ msku, quantity }) => ({
        skuId: lines.get(msku)?.skuId,
        msku,
        fnsku: lines.get(msku)?.fnsku,
        goodQty: quantity,
        badQty: 0,
      })),
    });
    await link(c, { type: fbaInbound.name, id: row.id }, { type: transfer.name, id });
    rows.push({
      shipment_id: shipmentId,
      fc_code: fcCode,
      qty: items.reduce((sum, { quantity }) => sum + quantity, 0),
      cartons: new Set(boxes.map(({ boxNo }) => boxNo)).size,
      contents_text: wordsOf(items),
      transfer_id: id,
      platform_id: platformId,
      boxes,
    });
  }
  await replaceRows(c, "fba_inbound_shipment", row.id, rows);
}

/** What stands against ending the transfers of a plan: one has left, or is in a container or a declaration. */
export async function unendable(
  c: RuleContext,
  { id, shipments }: Pick<InboundRow, "id" | "shipments">,
): Promise<string | undefined> {
  await lockIds(
    c.sql,
    "transfer",
    shipments.map(({ transferId }) => transferId),
  );
  const found = await c.sql.one<{ no: string; left: boolean }>(
    `select no, status in ('shipped', 'partReceived', 'done', 'closed') as left from transfer
     where inbound_id = $1 and tenant_id = $2 and del_flag = 0 and status <> 'void'
       and (status in ('shipped', 'partReceived', 'done', 'closed') or cabinet_id is not null or customs_id is not null)
     order by id limit 1`,
    [id, c.tenantId],
  );
  if (!found) return undefined;
  return found.left ? `调拨单${found.no}已发货，不能取消` : `调拨单${found.no}已组柜或报关，请先移出`;
}

/** Ends the transfers of a plan that is cancelled: drafts are deleted, the others are void. */
export async function endTransfers(c: RuleContext, row: InboundRow, reason: string): Promise<void> {
  const ids = row.shipments.flatMap(({ transferId }) => transferId ?? []);
  await lockIds(c.sql, "transfer", ids);
  const live = await c.sql.query<{ id: string; status: string }>(
    "select id::text as id, status from transfer where id = any($1::bigint[]) and del_flag = 0 order by id",
    [ids],
  );
  const words = `FBA入库计划${row.no}取消：${reason}`.slice(0, 500);
  const rules = c.book.get(transfer.name)?.rules ?? {};
  const permitted = { ...c, caller: { ...c.caller, scope: { kind: "all" as const }, permissions: DELETES } };
  for (const { id, status } of live) {
    if (status === "void") continue;
    if (status !== "draft" && status !== "rejected") await endMade(c, transfer, id, words);
    if (["draft", "rejected", "auditing"].includes(status)) await removeOne(permitted, transfer, rules, id, undefined);
  }
}

const DELETES: ReadonlySet<string> = new Set([`${transfer.permission}_del`]);
