import type { FieldName } from "#documents/kit";
import type { fbaReturn } from "#documents/wms/fba/fba-return";
import { keep } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { at } from "../other/guards";

/** What a document about FBA stock says of where it is; a draft may not have all of it yet. */
interface Whole {
  storeId?: string | null;
  fbaWarehouseId?: string | null;
  toWarehouseId?: string | null;
}

interface Warehouse {
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
export interface Places {
  store: Store | undefined;
  fba: Warehouse | undefined;
  to: Warehouse | undefined;
}

/** Reads them; warehouses and store stay as they are until the transaction ends. */
export async function placesOf(c: RuleContext, whole: Whole): Promise<Places> {
  const warehouses = await c.sql.query<Warehouse>(
    `select id, name, kind, enabled, store_id as "storeId" from warehouse
     where tenant_id = $1 and del_flag = 0
       and (id = any($2::bigint[]) or (kind = 'fba' and store_id = $3))
     order by id ${keep(c.sql, "warehouse", "share")}`,
    [
      c.tenantId,
      [whole.fbaWarehouseId, whole.toWarehouseId].filter(Boolean),
      whole.storeId ?? null,
    ],
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

type Place = Extract<FieldName<typeof fbaReturn>, "fbaWarehouseId" | "toWarehouseId">;

function requireEnabled(field: Place, warehouse: Warehouse) {
  if (!warehouse.enabled) throw at(field, `${warehouse.name}已停用`);
}

/** The FBA warehouse is the store's own. @throws Refusal 400 at the field that is wrong */
export function requireFba({ storeId }: Whole, { store, fba }: Places): Warehouse {
  if (!store) throw at("storeId", "店铺不存在");
  if (!fba) throw at("storeId", "该店铺没有FBA仓");
  if (fba.kind !== "fba" || fba.storeId !== storeId)
    throw at("fbaWarehouseId", "FBA仓不属于该店铺");
  requireEnabled("fbaWarehouseId", fba);
  return fba;
}

/** Returns go to a warehouse abroad. @throws Refusal 400 */
export function requireTo({ to }: Places) {
  if (!to) throw at("toWarehouseId", "退回仓不存在");
  if (to.kind !== "overseas" && to.kind !== "thirdParty")
    throw at("toWarehouseId", "退回仓须是海外自营仓或三方海外仓");
  requireEnabled("toWarehouseId", to);
}
