import { inspectionRules } from "#backend/domain/purchase/inspection/inspection";
import type { RuleContext } from "#backend/engine/documents";
import { update } from "#backend/engine/documents/writing/write";
import { today } from "#backend/platform/values";
import type { DocumentType } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { inspection } from "#documents/purchase/inspection";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { wmsSign } from "#documents/wms/wms-sign";
import { act, draft, personAt, startFrom, whole } from "../acting";
import { awarded, type BoughtFrom, run, through } from "../foreign";
import { uploadFault } from "../pictures/give";
import { uploadSample } from "../sample-files";

/** A SKU of the story. */
export interface StorySku {
  id: string;
  code: string;
  cost: string;
  supplierId: string;
}

/** The first row that a question finds. */
export const idOf = async ({ sql }: RuleContext, text: string, ...values: string[]): Promise<string> =>
  (await sql.one<{ id: string }>(text, values))?.id ?? "";

export async function skuOf({ sql }: RuleContext, code: string): Promise<StorySku> {
  const found = await sql.one<StorySku>(
    `select k.id, k.sku_code as code, k.purchase_price::text as cost, s.default_supplier_id as "supplierId"
     from sku k left join spu s on s.id = k.spu_id where k.sku_code = $1`,
    [code],
  );
  if (!found) throw new Error(`no SKU ${code}`);
  return found;
}

/** Who makes it at home, asked alone. */
export const makerOf = ({ supplierId }: StorySku, buyer: RuleContext): BoughtFrom => ({
  id: supplierId,
  currency: "CNY",
  buyerId: buyer.caller.userId,
  taxRate: "13",
  reason: "模具在该供应商处",
});

/** From the requisition to an order that runs; answers its id. */
export async function buy(system: RuleContext, buyer: RuleContext, source: BoughtFrom, sku: StorySku, qty: number) {
  const [id = ""] = await awarded(system, buyer, source, [{ id: sku.id, cost: sku.cost, qty }]);
  await through(buyer, system, purchaseOrder, id);
  await run(system, buyer, id);
  return id;
}

interface StoryArrival {
  /** Part of what is still to come. */
  share?: number;
  /** Pieces that are refused. */
  refused?: number;
  /** Lets days go by between the one and the other. */
  later?: () => Promise<void>;
}

/** Lines of a delivery with a part of what could be sent. */
const partOf = (items: unknown, share: number) =>
  Array.isArray(items)
    ? items.map((line) => {
        const qty = Math.ceil(Number(line.qty) * share);
        return { ...line, qty, cartons: Math.ceil(qty / Number(line.pcsPerCarton)) };
      })
    : [];

/**
 * All of an order, or a part of it, is sent, counted and inspected.
 * @returns the inspection
 */
export async function arrive(
  system: RuleContext,
  buyer: RuleContext,
  poId: string,
  { share = 1, refused = 0, later = async () => {} }: StoryArrival = {},
): Promise<string> {
  const form = await startFrom(buyer, delivery, { poId });
  const sent = await draft<DocumentType>(buyer, delivery, {
    ...form,
    items: partOf(form.items, share),
    transportMode: "truck",
    shipDate: today(),
    expectArriveDate: today(),
    freightCurrency: "CNY",
    freightAmount: "180",
  });
  await act(buyer, delivery.name, sent.id, "ship");
  await later();
  const keeper = await personAt(system, "warehouse");
  const signing = await startFrom(keeper, wmsSign, { deliveryId: sent.id });
  const { id: signId } = await draft<DocumentType>(keeper, wmsSign, { ...signing, isFinal: true });
  const found = await system.sql.one<{ id: string }>(
    "select id from inspection where sign_id = $1 and status = 'pending'",
    [signId],
  );
  if (!found) return "";
  await later();
  await act(keeper, inspection.name, found.id, "claim");
  const row = await whole(keeper, inspection, found.id);
  const photos = refused ? [await uploadFault(keeper, row.items[0]?.skuId ?? "", "外壳开裂.png")] : [];
  const items = row.items.map((line) => ({
    ...line,
    passQty: Number(line.signQty) - refused,
    rejectQty: refused,
    ...(refused && { rejectReason: "appearance", rejectHandle: "return", photos }),
  }));
  const reportFiles = refused ? [await uploadSample(keeper, "document", "质检报告.pdf")] : [];
  await update(keeper, inspection, inspectionRules, row, { items, reportFiles });
  await act(keeper, inspection.name, found.id, "finish");
  return found.id;
}
