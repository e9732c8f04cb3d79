import { dec, r2, sum } from "#backend/platform/values";
import type { SourcePieces } from "./sources";

interface BoughtPlace {
  warehouseId: string;
  skuId: string;
}

/** Pieces of a receipt that no declaration has taken. */
export interface Receipt extends BoughtPlace {
  lineId: string;
  qty: number;
  /** Without tax, CNY. */
  price: string;
  taxType: string;
  contract: string | null;
}

/** What a pool holds that may be declared. */
export interface Undeclared extends BoughtPlace {
  /** On hand, without what other declarations have taken of it. */
  qty: number;
  avgCost: string;
}

/** Pieces that a declaration takes of a receipt; without one: that no receipt knows. */
export interface Lot extends BoughtPlace {
  transferId: string;
  lineId: string | null;
  qty: number;
  /** Without tax, CNY. */
  unitCost: string;
  amount: string;
  taxType: string | null;
  contract: string | null;
}

/** What pieces of a SKU were bought for. */
export interface Bought {
  /** Without tax, CNY. */
  amount: string;
  contracts: string[];
  /** Some of them were bought without an invoice with tax. */
  nonTax: boolean;
}

/** Receipts of a pool, newest first, of which something lies there: the newest cover what does. */
export function lying(receipts: readonly Receipt[], onHand: number): Receipt[] {
  const found: Receipt[] = [];
  let open = onHand;
  for (const receipt of receipts) {
    if (open <= 0) break;
    if (receipt.qty <= 0) continue;
    found.unshift({ ...receipt, qty: Math.min(receipt.qty, open) });
    open -= receipt.qty;
  }
  return found;
}

/** What pieces cost that no receipt knows: what they left with, else the average of their pool. */
const unknownCost = (piece: SourcePieces, avgCost: string): string =>
  piece.shipped > 0 ? dec(piece.outAmount).div(piece.shipped).toFixed() : avgCost;

/** Takes pieces of one pool, first in, first out; those that no receipt knows lay there before. */
function takeOf(pieces: readonly SourcePieces[], lots: readonly Receipt[], pool: Undeclared): Lot[] {
  const known = lots.map((lot) => ({ ...lot }));
  let unknown = Math.max(0, pool.qty - known.reduce((n, lot) => n + lot.qty, 0));
  return pieces.flatMap((piece) => {
    const { transferId, warehouseId, skuId } = piece;
    const lot = (qty: number, unitCost: string, of?: Receipt): Lot => ({
      transferId,
      warehouseId,
      skuId,
      qty,
      unitCost,
      lineId: of?.lineId ?? null,
      amount: r2(dec(unitCost).times(qty)),
      taxType: of?.taxType ?? null,
      contract: of?.contract ?? null,
    });
    const before = Math.min(piece.qty, unknown);
    unknown -= before;
    let open = piece.qty - before;
    const used = known.flatMap((receipt) => {
      const qty = Math.min(receipt.qty, open);
      receipt.qty -= qty;
      open -= qty;
      return qty ? [lot(qty, receipt.price, receipt)] : [];
    });
    const bare = before + open;
    return bare ? [lot(bare, unknownCost(piece, pool.avgCost)), ...used] : used;
  });
}

/** What pieces of transfers take of the receipts of their pools (newest first). */
export function take(
  pieces: readonly SourcePieces[],
  receipts: readonly Receipt[],
  pools: readonly Undeclared[],
): Lot[] {
  const here = (a: BoughtPlace) => (b: BoughtPlace) => a.warehouseId === b.warehouseId && a.skuId === b.skuId;
  return pools.flatMap((pool) => {
    const own = pieces.filter(here(pool));
    // What was sent already lay there too.
    const qty = own.reduce((n, piece) => n + piece.shipped, Math.max(0, pool.qty));
    return takeOf(own, lying(receipts.filter(here(pool)), qty), { ...pool, qty });
  });
}

/** What lots say of each SKU. */
export function boughtOf(lots: readonly Omit<Lot, "lineId" | "unitCost">[]): Map<string, Bought> {
  const found = new Map<string, Bought>();
  for (const { skuId, amount, contract, taxType } of lots) {
    const before = found.get(skuId);
    found.set(skuId, {
      amount: sum([before?.amount, amount]),
      contracts: [...(before?.contracts ?? []), ...(contract ? [contract] : [])],
      nonTax: before?.nonTax || taxType === "nonTax",
    });
  }
  return found;
}
