import { createDraft, type RuleContext } from "#backend/engine/documents";
import { keep, NOW, patchRow, plus } from "#backend/platform/db";
import { conflict, missing } from "#backend/platform/http";
import { packageOrder } from "#documents/order/package-order";
import { writeFreight } from "../state/freight";
import { countPacked } from "../state/packed";
import { type PackagePiece, putIn, summarise } from "./lines";
import { type PackageOf, packagesOf } from "./packages";

/** A package that is to be made; `mergeInto`: the draft that its pieces join. */
export interface DraftPart {
  warehouseId: string | null;
  channelId: string | null;
  lines: readonly PackagePiece[];
  mergeInto?: string | null;
}

/** What makes two packages the same, whatever they are called. */
const wordOf = (p: Omit<DraftPart, "mergeInto">) =>
  JSON.stringify([p.warehouseId, p.channelId, ...p.lines.map((l) => `${l.orderLineId}/${l.skuId}/${l.qty}`).sort()]);

const same = (drafts: readonly PackageOf[], parts: readonly DraftPart[]) =>
  drafts.every((d) => !d.shared) &&
  parts.every((p) => !p.mergeInto) &&
  JSON.stringify(drafts.map(wordOf).sort()) === JSON.stringify(parts.map(wordOf).sort());

/** Takes the pieces of an order out of these drafts; what is empty then is gone. */
async function drop({ sql, caller, ...c }: RuleContext, drafts: readonly PackageOf[]) {
  if (!drafts.length) return;
  await patchRow(
    sql,
    "package_order_line",
    drafts.flatMap((d) => d.lines.map((l) => l.id)),
    { del_flag: 1 },
  );
  await patchRow(
    sql,
    "package_order",
    drafts.filter((d) => !d.shared).map((d) => d.id),
    { del_flag: 1, version: plus(1), update_by: caller.userId, update_time: NOW },
  );
  const kept = drafts.filter((d) => d.shared).map((d) => d.id);
  if (kept.length) await summarise({ sql, caller, ...c }, kept);
}

/** The draft that a part joins. @throws Refusal 409 when it is none any more */
async function joined({ sql, tenantId }: RuleContext, id: string, part: DraftPart) {
  const found = await sql.one<{ id: string }>(
    `select id from package_order where id = $1 and tenant_id = $2 and del_flag = 0
       and status = 'draft' and warehouse_id = $3 and logistics_channel_id = $4
     ${keep(sql, "package_order")}`,
    [id, tenantId, part.warehouseId, part.channelId],
  );
  if (!found) throw conflict("要合并的包裹已变化，请重试");
  return found.id;
}

/**
 * Makes the draft packages of an order anew; those that are so already stay as they are. The order is
 * locked by the caller.
 * @returns ids of the drafts
 * @throws Refusal 409 when a package of it is beyond a draft
 */
export async function rebuildDrafts(c: RuleContext, orderId: string, parts: readonly DraftPart[]): Promise<string[]> {
  const order = await c.sql.one<{ id: string; no: string; storeId: string | null }>(
    `select id, no, store_id as "storeId" from sales_order
     where id = $1 and tenant_id = $2 and del_flag = 0`,
    [orderId, c.tenantId],
  );
  if (!order) throw missing();
  const packages = await packagesOf(c, orderId);
  const held = packages.find((p) => ["reserved", "sent", "labelled", "failed"].includes(p.status));
  if (held) throw conflict(`包裹${held.no}已预留或下发，不能重新分包`);
  const drafts = packages.filter((p) => p.status === "draft");
  if (same(drafts, parts)) return drafts.map((d) => d.id);
  await drop(c, drafts);
  const made: string[] = [];
  for (const part of parts) {
    const { storeId } = order;
    const { warehouseId, channelId: logisticsChannelId } = part;
    const id = part.mergeInto
      ? await joined(c, part.mergeInto, part)
      : (await createDraft(c, packageOrder, { storeId, warehouseId, logisticsChannelId })).id;
    await putIn(c, id, order, part.lines);
    made.push(id);
  }
  await countPacked(c, [orderId]);
  await writeFreight(c, orderId);
  return made;
}
