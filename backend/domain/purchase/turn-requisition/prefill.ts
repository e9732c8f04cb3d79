import { skusOf, wordsOf } from "#backend/domain/sku-lines";
import { pricesFor } from "#backend/domain/supplier/price";
import { usableSuppliers } from "#backend/domain/supplier/usable";
import type { RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { dec, scaleOf, today } from "#backend/platform/values";
import type { turnRequisition } from "#documents/purchase/turn-requisition";
import { isOpen, type ReqLine, readReqLines, remainingLines } from "../demand/requisition-lines";

const rounded = (price: string) => dec(price).round(0).toFixed();

type From = SourcesOf<typeof turnRequisition>;

async function chosen(c: RuleContext, { reqId = [], reqLineIds }: From): Promise<ReqLine[]> {
  if (!reqLineIds) return remainingLines(c, reqId);
  const rows = await readReqLines(c, reqLineIds);
  return [...rows.values()].filter((r) => r.remainQty > 0 && isOpen(r.status));
}

/**
 * Form of a turn requisition with what remains of requisitions (`reqId`, several with commas) or of
 * chosen lines (`reqLineIds`), the preferred supplier and its price beside each line.
 * @throws Refusal 409 没有可转采的明细
 */
export async function prefillTurn(c: RuleContext, from: From): Promise<RuleValues> {
  const lines = await chosen(c, from);
  const [first] = lines;
  if (!first) throw conflict("没有可转采的明细");
  if (lines.some((l) => l.warehouseId !== first.warehouseId))
    throw conflict("所选明细的需求仓库不同，请按仓库分别转采");
  const wanted = lines.map((l) => ({ skuId: l.skuId, qty: l.remainQty }));
  const found = await pricesFor(c, wanted);
  const offered = found.flatMap((p) => p?.supplierId ?? []);
  const usable = await usableSuppliers(c, offered);
  const prices = found.map((p) => (p && usable.has(p.supplierId) ? p : undefined));
  // What is offered can be saved: a net price has decimals that its currency may not have.
  const refPrices = await Promise.all(
    prices.map(async (p) => p && ((await scaleOf(c, p.currency)) ? p.price : rounded(p.price))),
  );
  const skus = await skusOf(c, lines);
  return {
    buyerId: c.caller.userId,
    buyerName: c.caller.displayname,
    warehouseId: first.warehouseId,
    turnDate: today(),
    items: lines.map((l, i) => ({
      reqLineId: l.id,
      reqLineCode: l.code,
      skuId: l.skuId,
      $skuId: l.skuCode,
      ...wordsOf(skus, l.skuId),
      remainQty: l.remainQty,
      turnMode: "purchase",
      qty: l.remainQty,
      supplierId: prices[i]?.supplierId,
      $supplierId: prices[i]?.supplierName,
      ...(c.caller.permissions.has("purchase_price_view") && {
        refPrice: refPrices[i],
        refCurrency: prices[i]?.currency,
      }),
    })),
  };
}
