import { pick, type RuleContext, type SourceId } from "#backend/engine/documents";
import { keep, pickRow } from "#backend/platform/db";
import { conflict, invalid } from "#backend/platform/http";
import type { HeadOf } from "#documents/kit";
import { inspection } from "#documents/purchase/inspection";
import type { ReturnDocument } from "./guards";

const at = (message: string) => invalid(message, { inspectionId: message });

interface InspectionNamed extends Pick<HeadOf<typeof inspection>, "no" | "status"> {
  /** It is of the order that the document names. */
  ofOrder: boolean;
}

/** What a return or exchange names. Nothing: no inspection. */
export type NamedInspection = InspectionNamed | "unknown" | undefined;

/**
 * The inspection that a return or exchange names. It stays share-locked, so that it is not taken back
 * meanwhile; lock it before any order.
 */
export async function namedInspection(
  c: RuleContext,
  id: string | null | undefined,
  poId: string | null | undefined,
): Promise<NamedInspection> {
  if (!id) return undefined;
  const found = await c.sql.one<InspectionNamed>(
    `select no, status, exists (
       select 1 from inspection_line i join purchase_order_line l on l.id = i.po_line_id
       where i.inspection_id = t.id and i.del_flag = 0 and l.purchase_order_id = $3) as "ofOrder"
     from inspection t where id = $1 and tenant_id = $2 and del_flag = 0
     ${keep(c.sql, "inspection", "share", "t")}`,
    [id, c.tenantId, poId],
  );
  return found ?? "unknown";
}

/** The inspection is finished and of this order. */
export function requireInspection(found: NamedInspection): void {
  if (!found) return;
  if (found === "unknown") throw at("质检单不存在");
  if (found.status !== "done") throw at(`质检单${found.no}不是已质检`);
  if (!found.ofOrder) throw at(`质检单${found.no}不属于这张采购单`);
}

/** Before submit: the inspection stands before the document in the order of locks. */
export const inspectionFirst = (document: ReturnDocument) => async (c: RuleContext, id: string) => {
  type Found = { inspection_id: string | null; po_id: string };
  const row = await pickRow<Found>(c.sql, document, id, ["inspection_id", "po_id"]);
  await namedInspection(c, row?.inspection_id, row?.po_id);
};

/** Bad pieces that an inspection found on an order line and that are still there. */
export interface Bad {
  poId: string;
  poLineId: string;
  qty: number;
}

type Rejected = Bad & { skuId: string; stock: number };

/** What an inspection found bad, less what goes back already by documents that name it. */
async function rejected({ sql }: RuleContext, inspectionId: string): Promise<Rejected[]> {
  const gone = (document: ReturnDocument) =>
    `coalesce((select sum(l.bad_qty) from ${document}_line l join ${document} h
       on h.id = l.${document}_id where h.inspection_id = $1 and l.po_line_id = i.po_line_id
       and h.status not in ('void', 'rejected') and h.del_flag = 0 and l.del_flag = 0), 0)`;
  return sql.query<Rejected>(
    `select p.purchase_order_id as "poId", i.po_line_id as "poLineId", p.sku_id as "skuId",
       (i.n - ${gone("purchase_return")} - ${gone("purchase_exchange")})::int as qty,
       coalesce(s.available_bad_qty, 0) as stock
     from (select po_line_id, sum(reject_qty) as n from inspection_line
         where inspection_id = $1 and del_flag = 0 group by po_line_id) i
       join purchase_order_line p on p.id = i.po_line_id
       join inspection h on h.id = $1
       left join stock s on s.warehouse_id = h.warehouse_id and s.sku_id = p.sku_id
         and s.tenant_id = h.tenant_id
     order by p.purchase_order_id, p.line_no`,
    [inspectionId],
  );
}

/**
 * Bad pieces of an inspection that may go back: as many as are in stock and not held, of the first
 * order that has any.
 * @throws Refusal 409 没有可退换的不合格品
 */
export async function badOf(c: RuleContext, inspectionId: SourceId, poId?: string): Promise<Bad[]> {
  const stock = new Map<string, number>();
  const all = (await rejected(c, inspectionId)).flatMap((r) => {
    const free = stock.get(r.skuId) ?? r.stock;
    const qty = Math.max(0, Math.min(r.qty, free));
    stock.set(r.skuId, free - qty);
    return qty ? [{ poId: r.poId, poLineId: r.poLineId, qty }] : [];
  });
  const of = poId ?? all[0]?.poId;
  const bad = all.filter((b) => b.poId === of);
  if (!bad.length) throw conflict("没有可退换的不合格品");
  return bad;
}

/** Header value of a document that starts from an inspection. */
export const inspectionShown = async (
  { sql }: RuleContext,
  id: SourceId,
): Promise<{ inspectionId: string; inspectionName: string | undefined }> => ({
  inspectionId: id,
  inspectionName: (await pick({ sql }, inspection, id, ["no"]))?.no,
});
