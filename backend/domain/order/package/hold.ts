import { sourceOf } from "#backend/domain/wms/other/lines";
import { moveTo, type RuleContext } from "#backend/engine/documents";
import { releaseSome, reserveAll } from "#backend/ledgers/stock";
import { patchRow } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { packageOrder } from "#documents/order/package-order";
import { countPacked } from "../state/packed";
import { holdsOf, readdress, summarise } from "./lines";
import { type PackageOf, packagesOf, packagesOfAll } from "./packages";

const source = (p: { id: string; no: string }) => sourceOf("package_order", p);

/** Its pieces in the warehouse that it leaves. @throws Refusal 409 when warehouse or channel is missing */
function placed(p: PackageOf) {
  if (!p.warehouseId) throw conflict(`包裹${p.no}未分配仓库`);
  if (!p.channelId) throw conflict(`包裹${p.no}未分配物流`);
  return holdsOf(p.warehouseId, p.lines);
}

/** Those of which every piece is held; a package of several orders waits for all of them. */
async function fullyHeld({ sql }: RuleContext, ids: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select p.id from package_order p where p.id = any($1::bigint[]) and not exists (
       select 1 from package_order_line l where l.package_order_id = p.id and l.del_flag = 0
         and not exists (select 1 from stock_reservation r where r.biz_document = 'package_order'
           and r.biz_id = p.id and r.biz_line_id = l.id and r.status = 'active'))`,
    [ids],
  );
  return rows.map((r) => r.id);
}

/**
 * Holds stock for all packages of these orders, in their order, or for none. They are locked by the caller.
 * @throws Refusal 409 SKU {code} 在{warehouse}的良品可用不足，需{need}，可用{avail}
 */
export async function reservePackages(c: RuleContext, orders: string | readonly string[]): Promise<void> {
  const orderIds = [orders].flat();
  const known = await packagesOfAll(c, orderIds);
  const drafts = orderIds.flatMap((id) => (known.get(id) ?? []).filter((p) => p.status === "draft"));
  await reserveAll(
    c,
    drafts.map((p) => ({ source: source(p), holds: placed(p) })),
  );
  const ready = await fullyHeld(
    c,
    drafts.map((p) => p.id),
  );
  // Until it was audited, the address could still change.
  await readdress(c, ready);
  await moveTo(c, packageOrder, ready, "reserved", "审核预留");
}

/** Refuses for what has left already, or lies with a warehouse. */
function requireHere(packages: readonly PackageOf[]) {
  if (packages.some((p) => ["shipped", "delivered", "returned"].includes(p.status)))
    throw conflict("已有包裹出库，不能取消");
  if (packages.some((p) => p.status === "sent" || p.status === "labelled")) throw conflict("包裹已下发仓库，请先拦截");
}

/** Lines of packages that hold stock now, of this order. */
async function giveBack(c: RuleContext, packages: readonly PackageOf[]) {
  const held = await c.sql.query<{ lineId: string }>(
    `select biz_line_id as "lineId" from stock_reservation
     where biz_document = 'package_order' and biz_id = any($1::bigint[]) and status = 'active'`,
    [packages.map((p) => p.id)],
  );
  const now = new Set(held.map((h) => h.lineId));
  for (const p of packages)
    await releaseSome(
      c,
      source(p),
      p.lines.filter((l) => now.has(l.id)).map((l) => ({ lineId: l.id, bucket: "good", qty: l.qty })),
    );
}

/**
 * Gives the stock of an order's packages back; they are drafts again. The order is locked by the caller.
 * @throws Refusal 409 when a package was sent to its warehouse
 */
export async function releasePackages(c: RuleContext, orderId: string): Promise<void> {
  const here = (await packagesOf(c, orderId)).filter((p) =>
    ["draft", "reserved", "failed", "sent", "labelled"].includes(p.status),
  );
  requireHere(here);
  await moveTo(
    c,
    packageOrder,
    here.map((p) => p.id),
    "draft",
    "释放库存",
  );
  await giveBack(c, here);
}

/**
 * Cancels what an order has in packages and gives its stock back. A package of other orders too goes on
 * without it. The order is locked by the caller.
 * @throws Refusal 409 when a package was sent or has left
 */
export async function cancelPackages(c: RuleContext, orderId: string, reason: string): Promise<void> {
  const packages = (await packagesOf(c, orderId)).filter((p) => p.status !== "cancelled");
  requireHere(packages);
  const own = packages.filter((p) => !p.shared).map((p) => p.id);
  await moveTo(c, packageOrder, own, "cancelled", `订单取消：${reason}`);
  await giveBack(c, packages);
  await leave(c, packages);
  await countPacked(c, [orderId]);
}

/** Takes the pieces of the order out of packages that it shares. */
async function leave(c: RuleContext, packages: readonly PackageOf[]) {
  const shared = packages.filter((p) => p.shared);
  if (!shared.length) return;
  await patchRow(
    c.sql,
    "package_order_line",
    shared.flatMap((p) => p.lines.map((l) => l.id)),
    { del_flag: 1 },
  );
  await summarise(
    c,
    shared.map((p) => p.id),
  );
}
