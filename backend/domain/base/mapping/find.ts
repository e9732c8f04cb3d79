import type { RuleContext } from "#backend/engine/documents";
import { today } from "#backend/platform/values";
import { type MappingSystem, mappingSystems } from "#documents/base/mapping/words";

export interface Mapped {
  /** What the provider calls the SKU. */
  externalCode: string;
  /** Our pieces in one of theirs. */
  ratio: number;
}

interface FindWhere {
  /** System that runs the warehouse (`warehouse.provider`). */
  provider: string;
  warehouseId: string;
  skuIds: readonly string[];
}

/**
 * How the provider of a warehouse calls our SKUs: by the mapping of that warehouse itself, else by that of
 * its system. Only mappings that are active today; a SKU without one is not in the answer.
 */
export async function mappedSku(
  { sql, tenantId }: Pick<RuleContext, "sql" | "tenantId">,
  { provider, warehouseId, skuIds }: FindWhere,
): Promise<Map<string, Mapped>> {
  const found = await sql.query<Mapped & { skuId: string }>(
    `select distinct on (sku_id) sku_id as "skuId", external_code as "externalCode", ratio
     from goods_mapping
     where tenant_id = $1 and del_flag = 0 and status = 'active' and effective_date <= $5
       and sku_id = any($4::bigint[])
       and (system = $2 or (system = 'overseas' and warehouse_id = $3))
     order by sku_id, system = 'overseas' desc, id`,
    [tenantId, provider, warehouseId, skuIds, today()],
  );
  return new Map(found.map(({ skuId, externalCode, ratio }) => [skuId, { externalCode, ratio }]));
}

const isSystem = (provider: string): provider is MappingSystem => provider in mappingSystems;

/** What the system of a warehouse is called. */
export const providerWord = (provider: string): string =>
  isSystem(provider) ? mappingSystems[provider].label : provider;

/** Said of SKUs that the provider of a warehouse cannot be told of. */
export const unmappedReason = (provider: string, skuCodes: readonly string[]): string =>
  `SKU ${skuCodes.join("、")} 未维护${providerWord(provider)}商品映射`;
