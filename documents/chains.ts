import { documents, isDeclared } from ".";
import { transferChain } from "./logistics/chain";
import { besidePurchase, purchaseChain } from "./purchase/chain";

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
