import { documents, isDeclared } from ".";

/** Kinds of documents that goods pass on their way, in order, each with the short word of its step. */
export const purchaseChain = [
  ["purchase_requisition", "请购"],
  ["turn_requisition", "转采"],
  ["inquiry_order", "询价"],
  ["purchase_order", "采购"],
  ["purchase_contract", "合同"],
  ["delivery", "交货"],
  ["wms_sign", "签收"],
  ["inspection", "质检"],
  ["payment_request", "请款"],
  ["payment", "付款"],
] as const;

/** What hangs on a step without being one: their pages show the chain too. */
export const besidePurchase = [
  "requisition_cancel",
  "purchase_change",
  "delivery_plan",
  "purchase_return",
  "purchase_exchange",
] as const;

/** Documents that goods pass on their way to another warehouse, with the short word of their step. */
export const transferChain = [
  ["turn_requisition", "转采"],
  ["fba_inbound", "入库计划"],
  ["transfer", "调拨"],
  ["cabinet_combination", "组柜"],
  ["customs_declaration", "报关"],
  ["logistics_bill", "账单"],
  ["payment_request", "请款"],
  ["payment", "付款"],
] as const;

/** A kind of document as a step of a chain. */
export interface Link {
  name: string;
  word: string;
}

const chains: { links: readonly (readonly [string, string])[]; beside: readonly string[] }[] = [
  { links: purchaseChain, beside: besidePurchase },
  { links: transferChain, beside: [] },
];

/** The chain that documents of this kind belong to, in order; kinds that are not declared are left out. */
export function chainOf(name: string): Link[] {
  const own = chains.find((c) => c.beside.includes(name) || c.links.some(([n]) => n === name));
  return (own?.links ?? []).filter(([n]) => isDeclared(n)).map(([n, word]) => ({ name: n, word }));
}

const place = new Map(
  [...chains.flatMap((c) => c.links.map(([name]) => name)), ...documents.map((d) => d.name)]
    .filter((name, i, all) => all.indexOf(name) === i)
    .map((name, i) => [name, i]),
);

/** Order of kinds of documents: those of chains as they follow each other, then as they are declared. */
export const byChain = (a: string, b: string): number => (place.get(a) ?? 0) - (place.get(b) ?? 0);
