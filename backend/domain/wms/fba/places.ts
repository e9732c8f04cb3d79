import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import type { FieldName } from "#documents/kit";
import type { fbaReturn } from "#documents/wms/fba/fba-return";

/** What a document about FBA stock says of where it is; a draft may not have all of it yet. */
interface FbaWhole {
  storeId?: string | null;
  fbaWarehouseId?: string | null;
  toWarehouseId?: string | null;
}

interface FbaWarehouse {
  id: string;
  name: string;
  kind: string;
  enabled: boolean;
  storeId: string | null;
}

interface Store {
  siteId: string;
  currency: string;
  timezone: string;
}

/** The store with its site, its warehouse at the platform, and where goods go to. */
export interface FbaPlaces {
  store: Store | undefined;
  fba: FbaWarehouse | undefined;
  to: FbaWarehouse | undefined;
}

/** Reads them; warehouses and store stay as they are until the transaction ends. */
export async function placesOf(c: RuleContext, whole: FbaWhole): Promise<FbaPlaces> {
  const warehouses = await c.sql.query<FbaWarehouse>(
    `select id, name, kind, enabled, store_id as "storeId" from warehouse
     where tenant_id = $1 and del_flag = 0
       and (id = any($2::bigint[]) or (kind = 'fba' and store_id = $3))
     order by id ${keep(c.sql, "warehouse", "share")}`,
    [c.tenantId, [whole.fbaWarehouseId, whole.toWarehouseId].filter(Boolean), whole.storeId ?? null],
  );
  const store = await c.sql.one<Store>(
    `select t.site_id as "siteId", i.currency, i.timezone from store t
       join site i on i.id = t.site_id
     where t.id = $1 and t.del_flag = 0 ${keep(c.sql, "store", "share", "t")}`,
    [whole.storeId ?? null],
  );
  const own = warehouses.find((w) => w.kind === "fba" && w.storeId === whole.storeId);
  const fba = whole.fbaWarehouseId ? warehouses.find((w) => w.id === whole.fbaWarehouseId) : own;
  return { store, fba, to: warehouses.find((w) => w.id === whole.toWarehouseId) };
}

type FbaPlace = Extract<FieldName<typeof fbaReturn>, "fbaWarehouseId" | "toWarehouseId">;

function requireEnabled(field: FbaPlace, warehouse: FbaWarehouse) {
  if (!warehouse.enabled) throw invalidAt(field, `${warehouse.name}已停用`);
}

/** The FBA warehouse is the store's own. @throws Refusal 400 at the field that is wrong */
export function requireFba({ storeId }: FbaWhole, { store, fba }: FbaPlaces): FbaWarehouse {
  if (!store) throw invalidAt("storeId", "店铺不存在");
  if (!fba) throw invalidAt("storeId", "该店铺没有FBA仓");
  if (fba.kind !== "fba" || fba.storeId !== storeId) throw invalidAt("fbaWarehouseId", "FBA仓不属于该店铺");
  requireEnabled("fbaWarehouseId", fba);
  return fba;
}

/** Returns go to a warehouse abroad. @throws Refusal 400 */
export function requireTo({ to }: FbaPlaces) {
  if (!to) throw invalidAt("toWarehouseId", "退回仓不存在");
  if (to.kind !== "overseas" && to.kind !== "thirdParty")
    throw invalidAt("toWarehouseId", "退回仓须是海外自营仓或三方海外仓");
  requireEnabled("toWarehouseId", to);
}
