import { DEMO_PASSWORD } from "#backend/platform/auth/demo/account";
import type { Database } from "#backend/platform/db";
import { completeMenus } from "#backend/platform/tenancy/complete-menus";
import { FIRST_TENANT, foundTenant, insertFirstTenant } from "#backend/platform/tenancy/found";
import { once } from "#backend/platform/tenancy/insert";
import { markAs } from "#backend/platform/tenancy/kind";
import { DEMO_MENU_GROUPS } from "#backend/platform/tenancy/menus";
import { LEADER_ACCOUNTS, ROLE_ACCOUNTS } from "#backend/platform/tenancy/organisation/accounts";
import { DEPTS } from "#backend/platform/tenancy/organisation/depts";

/** Brands that are nobody's. */
const BRANDS = `
  insert into sys_dict_item (tenant_id, version, create_time, del_flag, dict_id, dict_type, value, label, sort_order, disabled)
  select d.tenant_id, 0, now(), 0, d.id, d.dict_type, 'demo-' || x, '示例品牌' || upper(x), n + 1, false
  from sys_dict d, unnest('{a,b,c}'::text[]) with ordinality as b(x, n)
  where d.dict_type = 'brand' and d.tenant_id = $1`;

/**
 * What the system cannot live without, of an invented company: tenant 1, departments, menu with permissions,
 * roles with grants, dictionaries, accounts. Runs once per database; answers whether it ran now. Entries that
 * the menu got since are brought at every start.
 */
export async function seedSystem(db: Database): Promise<boolean> {
  const made = await once(db, "system", async (sql) => {
    await insertFirstTenant(sql, "总公司");
    await foundTenant(sql, FIRST_TENANT, {
      depts: DEPTS,
      accounts: [...ROLE_ACCOUNTS, ...LEADER_ACCOUNTS],
      contacts: true,
      password: DEMO_PASSWORD,
    });
    await sql.query(BRANDS, [FIRST_TENANT]);
    await markAs(sql, "demonstration");
  });
  await completeMenus(db, DEMO_MENU_GROUPS);
  return made;
}
