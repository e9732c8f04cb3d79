import { type RuleContext, visible } from "#backend/engine/documents";
import { warehouse } from "#documents/base/warehouse";

/**
 * Why the caller does not move goods in this warehouse: a keeper sees a transfer at either end, and acts
 * at his own. The platform's warehouses have no keepers.
 */
export async function foreignPlace({ sql, caller }: RuleContext, warehouseId: string): Promise<string | undefined> {
  const own = visible(warehouse, caller).and("t.id = ?", warehouseId);
  const foreign = await sql.one<{ name: string }>(
    `select w.name from warehouse w where w.id = ${own.bind(warehouseId)} and w.kind <> 'fba'
       and not exists (select 1 from warehouse t where ${own})`,
    own.values,
  );
  return foreign && `${foreign.name}不由您负责`;
}
