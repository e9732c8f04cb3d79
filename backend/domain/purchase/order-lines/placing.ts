import { pick, type RuleContext } from "#backend/engine/documents";
import { conflict, invalid } from "#backend/platform/http";
import { isReceiving, warehouse } from "#documents/base/warehouse";
import { idsOf, linesOfOrders, type OrderLine, seen } from "./order-lines";

/** Why purchases cannot come into a warehouse: only a transfer brings goods into those of others. */
export async function notReceiving(
  { sql }: RuleContext,
  warehouseId: string | null | undefined,
): Promise<string | undefined> {
  if (!warehouseId) return undefined;
  const row = await pick({ sql }, warehouse, warehouseId, ["name", "kind"]);
  return row && !isReceiving(row.kind) ? `${row.name} 不能直接收采购货，请收到自营仓后再调拨` : undefined;
}

/** A line that names a line of an order, by id or by what was typed, and copies its goods. */
export type Placed = { poLineId?: unknown; poLineCode?: unknown; skuCode?: unknown } & { [more: string]: unknown };

/** Adds the order's number to what was typed: within one order its line number is enough. */
const codeOf = (typed: unknown, poNo?: string) => {
  const text = String(typed ?? "").trim();
  return poNo && /^\d{1,3}$/.test(text) ? `${poNo}-${text}` : text;
};

/**
 * Finds the order line of each line, by its id or by what was typed (`CG2611210001-2`; a typed text
 * that differs from the id's line wins), and copies what an L-SKU line keeps of it.
 * @returns The order line of each given line, in their order.
 * @throws Refusal 400 naming the line that points nowhere
 */
export async function placeOnOrder(c: RuleContext, lines: readonly Placed[], poId?: unknown): Promise<OrderLine[]> {
  const one = poId ? await linesOfOrders(c, [poId]) : [];
  const poNo = one[0]?.poNo;
  const codes = lines.map((l) => codeOf(l.poLineCode, poNo));
  const nos = [...new Set(codes.map((code) => code.replace(/-\d+$/, "")))].filter(Boolean);
  const named = await seen(c, "t.no = any(?) or l.id = any(?::bigint[])", nos, idsOf(lines.map((l) => l.poLineId)));
  const known = [...named, ...one];
  return lines.map((line, i) => {
    const at = `items.${i}.poLineCode`;
    const code = codes[i];
    const found = known.find((k) => (code ? k.code === code : k.id === String(line.poLineId)));
    if (!found) {
      const message = code ? `采购明细${code}不存在` : "请输入采购明细";
      throw invalid(message, { [at]: message });
    }
    if (poNo && found.poNo !== poNo) {
      const message = `采购明细${found.code}不属于采购单${poNo}`;
      throw invalid(message, { [at]: message });
    }
    const { skuId, skuCode, skuName, spec, unit, imageUrl } = found;
    const goods = { skuId, skuCode, skuName, spec, unit, imageUrl };
    Object.assign(line, { poLineId: found.id, poLineCode: found.code, ...goods });
    return found;
  });
}

/** What a form shows of an order line that it starts from. */
export const shownLine = (line: OrderLine) => ({
  poLineId: line.id,
  poLineCode: line.code,
  skuId: line.skuId,
  $skuId: line.skuCode,
  skuCode: line.skuCode,
  skuName: line.skuName,
  spec: line.spec,
  unit: line.unit,
});

/** @throws Refusal 409 SKU {skuCode} 重复 when two lines have the same source */
export function requireOnce<L extends Placed>(lines: readonly L[], ...source: (keyof L & string)[]): void {
  const met = new Set<string>();
  for (const line of lines) {
    const key = [line.poLineId, ...source.map((name) => line[name])].map((v) => v ?? "").join("/");
    if (met.has(key)) throw conflict(`SKU ${line.skuCode} 重复`);
    met.add(key);
  }
}

/** @throws Refusal 409 采购单{no}不是执行中 */
export function requireExecuting(lines: Iterable<OrderLine>): void {
  for (const line of lines) if (line.status !== "executing") throw conflict(`采购单${line.poNo}不是执行中`);
}

/** Codes of lines for the list, without repeats. */
export const codesOf = (lines: readonly { skuCode: string }[]) =>
  [...new Set(lines.map((l) => l.skuCode))].join("、").slice(0, 500);

/** Order lines named by rows, each once. */
export const orderLineIds = (rows: readonly Placed[]) => [...new Set(rows.map((r) => String(r.poLineId)))];
