import { lockAdvisory } from "#backend/platform/db";
import type { Context } from "#backend/platform/http/context";
import type { MappingSystem } from "#documents/base/mapping/words";

/** What a mapping says, as far as others may say the same. */
export interface UniqueSaid {
  id: string | null;
  system: MappingSystem;
  warehouseId?: string | null;
  appId?: string | null;
  skuId: string;
  externalCode: string;
}

const SAME = `m.tenant_id = $1 and m.del_flag = 0 and m.system = $2
  and m.warehouse_id is not distinct from $3 and m.app_id is not distinct from $4
  and m.id is distinct from $5`;

const placeOf = ({ tenantId }: Context, { id, system, warehouseId, appId }: UniqueSaid) => [
  tenantId,
  system,
  warehouseId ?? null,
  appId ?? null,
  id,
];

/** Whoever writes mappings of a system waits for those who do. */
export const lockSystem = (c: Context, system: MappingSystem) =>
  lockAdvisory(c.sql, "goodsMappings", `${c.tenantId} ${system}`);

/** Our SKU that a code of the other side means already. */
export const codeTaken = (c: Context, said: UniqueSaid) =>
  c.sql.one<{ skuCode: string }>(
    `select s.sku_code as "skuCode" from goods_mapping m join sku s on s.id = m.sku_id
     where ${SAME} and m.external_code = $6 limit 1`,
    [...placeOf(c, said), said.externalCode],
  );

/** Whether a SKU has a mapping that is active. */
export const skuActive = (c: Context, said: UniqueSaid) =>
  c.sql.one(`select 1 from goods_mapping m where ${SAME} and m.sku_id = $6 and m.status = 'active' limit 1`, [
    ...placeOf(c, said),
    said.skuId,
  ]);

/** Said of a SKU that has one already. */
export const ALREADY = "该SKU已有生效映射";
