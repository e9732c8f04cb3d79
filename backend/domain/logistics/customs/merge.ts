import type Big from "big.js";
import { dec, r2, sum } from "#backend/platform/values";
import type { Bought } from "./bought";
import type { ElementDeclared } from "./elements";
import type { SourcePieces } from "./sources";

/** A line as it is generated. */
export interface Merged {
  ofSku: string;
  skuQtys: { skuId: string; qty: number }[];
  skuCodes: string;
  hsCode: string;
  declareNameCn: string;
  declareNameEn: string | null;
  declareElements: string;
  unit: string;
  qty: number;
  legalQty1: string;
  legalUnit1: string;
  unitPrice: string;
  grossWeightKg: string;
  netWeightKg: string;
  originCountry: string;
  contractNo: string | null;
  refundRate: string;
  purchaseAmount: string;
}

const least = (a: Big, b: Big) => (a.lt(b) ? a : b);

/** Net weight of pieces, never more than they weigh with their boxes. */
const netOf = ({ qty, grossKg }: SourcePieces, { netG }: ElementDeclared): string =>
  least(netG ? dec(netG).times(qty).div(1000) : dec(grossKg), dec(grossKg))
    .round(2)
    .toFixed(2);

/** Several names as one text of a line. */
export const texts = (values: readonly (string | null)[]) =>
  [...new Set(values.filter((v): v is string => !!v))].join("、").slice(0, 200) || null;

/**
 * Lines of a declaration: SKUs of the same HS code, name, unit, price and origin are one (supply.md 5).
 * `priceOf`: a price in USD as one in the currency of the declaration.
 */
export function merge(
  pieces: readonly SourcePieces[],
  skus: ReadonlyMap<string, ElementDeclared>,
  bought: ReadonlyMap<string, Bought>,
  priceOf: (usd: string | null) => string,
): Merged[] {
  const groups = new Map<string, { pieces: SourcePieces; sku: ElementDeclared }[]>();
  for (const one of pieces) {
    const sku = skus.get(one.skuId);
    if (!sku) continue;
    const price = priceOf(sku.priceUsd);
    const key = JSON.stringify([sku.hsCode, sku.nameCn, sku.unit, price, sku.origin]);
    groups.set(key, [...(groups.get(key) ?? []), { pieces: one, sku }]);
  }
  return [...groups.values()].flatMap((group) => {
    const sku = group[0]?.sku;
    if (!sku) return [];
    const qtys = new Map<string, number>();
    for (const { pieces: p } of group) qtys.set(p.skuId, (qtys.get(p.skuId) ?? 0) + p.qty);
    const qty = [...qtys.values()].reduce((n, q) => n + q, 0);
    const of = [...qtys.keys()].flatMap((id) => bought.get(id) ?? []);
    return {
      ofSku: sku.id,
      skuQtys: [...qtys].map(([skuId, n]) => ({ skuId, qty: n })),
      skuCodes: [...new Set(group.map((g) => g.sku.code))].join(" "),
      hsCode: sku.hsCode ?? "",
      declareNameCn: sku.nameCn ?? "",
      declareNameEn: sku.nameEn,
      declareElements: sku.elements ?? "",
      unit: sku.unit ?? "",
      qty,
      legalQty1: `${qty}.0000`,
      legalUnit1: sku.unit ?? "",
      unitPrice: priceOf(sku.priceUsd),
      grossWeightKg: sum(group.map((g) => g.pieces.grossKg)),
      netWeightKg: sum(group.map((g) => netOf(g.pieces, g.sku))),
      originCountry: sku.origin ?? "",
      contractNo: texts(of.flatMap((b) => b.contracts)),
      refundRate: r2(sku.refundRate),
      purchaseAmount: sum(of.map((b) => b.amount)),
    };
  });
}

/** Pieces of each SKU on lines. */
export function declaredQtys(lines: readonly { skuQtys?: unknown }[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { skuQtys } of lines)
    for (const { skuId, qty } of Array.isArray(skuQtys) ? skuQtys : []) found.set(skuId, (found.get(skuId) ?? 0) + qty);
  return found;
}
