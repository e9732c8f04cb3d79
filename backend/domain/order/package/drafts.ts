import { createDrafts, type RuleContext } from "#backend/engine/documents";
import { keep, NOW, patchRow, plus } from "#backend/platform/db";
import { conflict, missing } from "#backend/platform/http";
import { packageOrder } from "#documents/order/package-order";
import { writeFreight } from "../state/freight";
import { countPacked } from "../state/packed";
import { type PackagePiece, type PutIn, putAllIn, summarise } from "./lines";
import { type PackageOf, packagesOfAll } from "./packages";

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

/** An order and the packages that it shall have. */
export interface OrderPacking {
  orderId: string;
  parts: readonly DraftPart[];
}

const ordersOf = async ({ sql, tenantId }: RuleContext, ids: readonly string[]) => {
  const rows = await sql.query<{ id: string; no: string; storeId: string | null }>(
    `select id, no, store_id as "storeId" from sales_order
     where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0`,
    [ids, tenantId],
  );
  return new Map(rows.map((o) => [o.id, o]));
};

/**
 * Makes the draft packages of orders anew, in their order; those that are so already stay as they are.
 * The orders are locked by the caller, and no package is shared between them.
 * @returns ids of the drafts by the order
 * @throws Refusal 409 when a package of one is beyond a draft
 */
export async function rebuildAll(c: RuleContext, packings: readonly OrderPacking[]): Promise<Map<string, string[]>> {
  const ids = packings.map((p) => p.orderId);
  const orders = await ordersOf(c, ids);
  const known = await packagesOfAll(c, ids);
  const gone: PackageOf[] = [];
  const touched: string[] = [];
  const changed: { order: { id: string; no: string; storeId: string | null }; part: DraftPart }[] = [];
  const now = new Map<string, string[]>();
  for (const { orderId, parts } of packings) {
    const order = orders.get(orderId);
    if (!order) throw missing();
    const packages = known.get(orderId) ?? [];
    const held = packages.find((p) => ["reserved", "sent", "labelled", "failed"].includes(p.status));
    if (held) throw conflict(`包裹${held.no}已预留或下发，不能重新分包`);
    const drafts = packages.filter((p) => p.status === "draft");
    const stay = same(drafts, parts);
    now.set(orderId, stay ? drafts.map((d) => d.id) : []);
    if (stay) continue;
    touched.push(orderId);
    gone.push(...drafts);
    changed.push(...parts.map((part) => ({ order, part })));
  }
  if (!touched.length) return now;
  await drop(c, gone);
  const made = await createDrafts(
    c,
    packageOrder,
    changed
      .filter(({ part }) => !part.mergeInto)
      .map(({ order: { storeId }, part: { warehouseId, channelId: logisticsChannelId } }) => ({
        storeId,
        warehouseId,
        logisticsChannelId,
      })),
  );
  const fresh = made.values();
  const into: PutIn[] = [];
  for (const { order, part } of changed) {
    const id = part.mergeInto ? await joined(c, part.mergeInto, part) : fresh.next().value?.id;
    if (!id) throw new Error(`no package of order ${order.no} was made`);
    into.push({ packageId: id, order, lines: part.lines });
    now.get(order.id)?.push(id);
  }
  if (into.length) await putAllIn(c, into);
  await countPacked(c, touched);
  await writeFreight(c, touched);
  return now;
}

/** The same of one order. */
export const rebuildDrafts = async (c: RuleContext, orderId: string, parts: readonly DraftPart[]): Promise<string[]> =>
  (await rebuildAll(c, [{ orderId, parts }])).get(orderId) ?? [];
