import type { RuleContext, Values } from "../../../documents/rules";
import { invalid } from "../../../http/refusal";
import { requireOpen } from "../../../stock/rows";
import { today } from "../../../values/money";

/** A refusal that stands at one field. */
export const at = (path: string, message: string) => invalid(message, { [path]: message });

/** @throws Refusal 400 naming the first of these fields that is empty */
export function requireFilled(whole: Values, fields: Record<string, string>) {
  for (const [name, message] of Object.entries(fields)) {
    const value = whole[name];
    const empty = Array.isArray(value) ? !value.length : !value;
    if (empty) throw at(name, message);
  }
}

/** Every line moves at least one piece. */
export function requirePieces(lines: readonly Values[]) {
  for (const [i, line] of lines.entries())
    if (Number(line.goodQty) + Number(line.badQty) < 1)
      throw at(`items.${i}.goodQty`, "良品和次品数量合计至少为1");
}

/** @throws Refusal 400 for a day to come, 409 {yyyy-MM}已关账 */
export async function requireDate(c: RuleContext, date: unknown) {
  if (String(date) > today()) throw at("bizDate", "业务日期不能晚于今天");
  await requireOpen(c, String(date));
}

/**
 * The warehouse is in use and stays so until the transaction ends. `inFba`: the sentence when stock
 * of an FBA warehouse must not move this way (supply.md 4, FBA仓).
 */
export async function requireWarehouse(
  { sql, tenantId }: RuleContext,
  id: unknown,
  inFba: string | undefined,
) {
  const row = await sql.one<{ kind: string; enabled: boolean }>(
    "select kind, enabled from warehouse where id = $1 and tenant_id = $2 and del_flag = 0 for share",
    [id, tenantId],
  );
  if (!row) throw at("warehouseId", "仓库不存在");
  if (!row.enabled) throw at("warehouseId", "仓库已停用");
  if (row.kind === "fba" && inFba) throw at("warehouseId", inFba);
}
