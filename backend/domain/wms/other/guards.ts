import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { closedMonth, today } from "#backend/platform/values";
import { type Pieces, piecesOf } from "./lines";

/** @throws Refusal 400 naming the first of these fields that is empty */
export function requireFilled<W>(whole: W, fields: { [N in keyof W]?: string }) {
  for (const name in fields) {
    const value = whole[name];
    const empty = Array.isArray(value) ? !value.length : !value;
    const message = fields[name];
    if (empty && message) throw invalidAt(name, message);
  }
}

/** Every line moves at least one piece. */
export function requirePieces(lines: readonly Pieces[]) {
  for (const [i, line] of lines.entries())
    if (piecesOf(line) < 1) throw invalidAt(`items.${i}.goodQty`, "良品和次品数量合计至少为1");
}

/** What a document outside purchasing moves goods by. */
interface Whole {
  warehouseId?: string | null;
  bizDate?: string | null;
}

/** What its guards look at besides itself. */
export interface Facts {
  /** `moved`: it has moves already. */
  warehouse: { kind: string; enabled: boolean; moved: boolean } | undefined;
  /** The sentence when the month of its business date is closed. */
  closed: string | undefined;
}

/** Reads them; the warehouse stays as it is until the transaction ends. */
export async function factsOf(c: RuleContext, whole: Whole): Promise<Facts> {
  const warehouse = await c.sql.one<NonNullable<Facts["warehouse"]>>(
    `select kind, enabled, exists (
         select 1 from stock_move m where m.warehouse_id = warehouse.id) as moved
     from warehouse where id = $1 and tenant_id = $2 and del_flag = 0
     ${keep(c.sql, "warehouse", "share")}`,
    [whole.warehouseId ?? null, c.tenantId],
  );
  return { warehouse, closed: await closedMonth(c, whole.bizDate ?? today()) };
}

/** @throws Refusal 400 for a day to come, 409 {yyyy-MM}已关账 */
export function requireDate({ bizDate }: Whole, { closed }: Facts) {
  if (bizDate && bizDate > today()) throw invalidAt("bizDate", "业务日期不能晚于今天");
  if (closed) throw conflict(closed);
}

/**
 * The warehouse is in use. `inFba`: the sentence when stock of an FBA warehouse must not move this way
 * (supply.md 4, FBA仓).
 */
export function requireWarehouse({ warehouse }: Facts, inFba: string | undefined) {
  if (!warehouse) throw invalidAt("warehouseId", "仓库不存在");
  if (!warehouse.enabled) throw invalidAt("warehouseId", "仓库已停用");
  if (warehouse.kind === "fba" && inFba) throw invalidAt("warehouseId", inFba);
}
