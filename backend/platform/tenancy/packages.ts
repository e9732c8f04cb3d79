import { pickRow } from "#backend/platform/db/by-id";
import { type MenuGroupName, menuGroups } from "#documents/kit";
import type { Sql } from "../db/sql";

/** What every company works with, whatever its 套餐. */
const BASE: readonly MenuGroupName[] = ["home", "approval", "knowledge", "base", "admin"];

/** First-level menus of each 套餐 of a tenant (market.md 10); `full` has them all. */
const PACKAGES: Readonly<Record<string, readonly MenuGroupName[] | undefined>> = {
  supply: [...BASE, "product", "supplier", "purchase", "warehouse", "logistics", "finance"],
  trade: [...BASE, "cockpit", "product", "promotion", "kol", "service", "order", "advertisement"],
};

/**
 * Marks what a tenant's 套餐 has of its menu: pages and rights below the rest are nobody's there, until
 * another 套餐 brings them back with the grants that they had.
 */
export async function packMenu(sql: Sql, tenantId: string): Promise<void> {
  const tenant = await pickRow<{ menu_package_id: string }>(sql, "sys_tenant", tenantId, ["menu_package_id"]);
  const paths = PACKAGES[tenant?.menu_package_id ?? ""]?.map((name) => menuGroups[name].path) ?? null;
  const written = Object.values(menuGroups).map(({ path }) => path);
  await sql.query(
    `with recursive below as (
       select id, $2::text[] is null or path = any($2) or path <> all($3) as packed
       from sys_menu where tenant_id = $1 and parent_id = -1
       union all
       select m.id, b.packed from sys_menu m join below b on m.parent_id = b.id
       where m.tenant_id = $1)
     update sys_menu m set packed = b.packed from below b
     where m.id = b.id and m.packed <> b.packed`,
    [tenantId, paths, written],
  );
}
