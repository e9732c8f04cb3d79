import type { OrderFacts, RuleAction, World } from "#backend/domain/order/words/rule";
import { dec } from "#backend/platform/values";
import type { CorePacked } from "./packed";
import { servers, type Taken } from "./stock";

type SplitParcel = readonly CorePacked[];

const apart = (lines: SplitParcel, own: (packed: CorePacked) => boolean): SplitParcel[] =>
  [lines.filter((p) => !own(p)), lines.filter(own)].filter((part) => part.length > 0);

/** Fills packages one after the other; `fits` says how many pieces of a line still go in. */
function filled(lines: SplitParcel, fits: (inside: SplitParcel, packed: CorePacked) => number): SplitParcel[] {
  const done: CorePacked[][] = [];
  let inside: CorePacked[] = [];
  for (const packed of lines) {
    let left = packed.qty;
    while (left > 0) {
      const room = Math.min(left, fits(inside, packed));
      // A piece too large for an empty package still travels, by itself.
      const qty = room > 0 ? room : inside.length ? 0 : 1;
      if (qty > 0) {
        inside.push({ line: packed.line, qty });
        left -= qty;
      }
      if (left > 0) {
        done.push(inside);
        inside = [];
      }
    }
  }
  return inside.length ? [...done, inside] : done;
}

const byWeight =
  (max: string) =>
  (inside: SplitParcel, { line }: CorePacked) => {
    if (dec(line.weightKg).lte(0)) return Number.MAX_SAFE_INTEGER;
    const used = inside.reduce((sum, p) => sum.plus(dec(p.line.weightKg).times(p.qty)), dec(0));
    return dec(max).minus(used).div(line.weightKg).round(0, 0).toNumber();
  };

const byQty = (max: string) => (inside: SplitParcel) => Number(max) - inside.reduce((n, p) => n + p.qty, 0);

/** By where the goods lie: one package if a warehouse has it all, else each takes what it has. */
function byStock(lines: SplitParcel, order: OrderFacts, world: World, taken: Taken): SplitParcel[] {
  const places = servers(order, world);
  const whole = places.find((w) => taken.hasAll(w.id, lines));
  if (whole) return [lines];
  const parts = new Map<string, CorePacked[]>();
  const put = (at: string, packed: CorePacked) => {
    if (packed.qty > 0) parts.set(at, [...(parts.get(at) ?? []), packed]);
  };
  for (const { line, qty } of lines) {
    let left = qty;
    for (const { id } of places) {
      const inPart = (parts.get(id) ?? []).filter((p) => p.line.skuId === line.skuId);
      const had = inPart.reduce((n, p) => n + p.qty, 0);
      const here = Math.min(left, Math.max(0, taken.left(id, line.skuId) - had));
      put(id, { line, qty: here });
      left -= here;
    }
    put("", { line, qty: left });
  }
  return [...parts.values()];
}

/** The packages that one action of the stage makes of one. */
export function split(
  action: RuleAction,
  lines: SplitParcel,
  order: OrderFacts,
  world: World,
  taken: Taken,
): SplitParcel[] {
  const value = action.value ?? "";
  switch (action.act) {
    case "SPLIT_ATTRIBUTE":
      return apart(lines, ({ line }) => line.attributes.includes(value));
    case "SPLIT_SKU": {
      const codes = value.split(/[,，、\s]+/);
      return apart(lines, ({ line }) => codes.includes(line.skuCode));
    }
    case "SPLIT_WEIGHT":
      return filled(lines, byWeight(value));
    case "SPLIT_QTY":
      return filled(lines, byQty(value));
    case "SPLIT_STOCK":
      return byStock(lines, order, world, taken);
    default:
      return [lines];
  }
}
