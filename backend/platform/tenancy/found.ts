import { hashPassword } from "../auth/password";
import type { Database, Sql } from "../db/sql";
import { completeMenu, completeMenus } from "./complete-menus";
import { DICTS } from "./dicts";
import { insertNumbered, insertRows, once } from "./insert";
import { markAs } from "./kind";
import { insertMenus } from "./menus/insert";
import { type Account, ADMIN_ACCOUNT } from "./organisation/accounts";
import type { SeedDept } from "./organisation/depts";
import { insertAccounts, insertDepts } from "./organisation/insert";
import { insertRoles } from "./roles/insert";
import { insertSites } from "./sites";

const QUALITY =
  "货物须符合双方封存的样品、国家及目的国的强制标准。甲方收货后7日内质检，不合格品由乙方在10日内退换，往返运费由乙方承担。";
const BREACH =
  "乙方逾期交货的，每逾期一日按逾期部分金额的0.5%支付违约金，逾期超过15日甲方可解除合同。甲方逾期付款的，按同样标准向乙方支付违约金。";
const DELIVERY = "乙方须于{交期}前将货物送至{收货仓}，按甲方要求包装并贴箱唛，运输途中的风险由乙方承担。";

// supply.md 3 合同模板: terms with merge fields
const TEMPLATES = [
  {
    name: "含税采购合同（标准）",
    contract_type: "tax",
    payment_term:
      "合同总额为{币种}{总额}（大写{大写}），含增值税。预付比例{预付比例}%，即定金{定金}，合同签署后支付；尾款{尾款}在质检合格并收到增值税专用发票后支付。",
  },
  {
    name: "不含税采购合同（标准）",
    contract_type: "nonTax",
    payment_term:
      "合同总额为{币种}{总额}（大写{大写}），不开具发票。预付比例{预付比例}%，即定金{定金}，合同签署后支付；尾款{尾款}在质检合格后支付。",
  },
];

/**
 * One template for each kind of contract.
 * @param sample off and named so: our sentences, which nobody's lawyer has read yet
 */
export const insertContractTemplates = (sql: Sql, tenantId: string, sample = false) =>
  insertRows(
    sql,
    "contract_template",
    TEMPLATES.map((t) => ({
      ...t,
      ...(sample && { name: `${t.name}（示例模板，使用前请法务确认）` }),
      tenant_id: tenantId,
      version: 0,
      del_flag: 0,
      create_time: new Date().toISOString(),
      enabled: !sample,
      delivery_term: DELIVERY,
      quality_term: QUALITY,
      breach_term: BREACH,
    })),
  );

/** Inserts every dictionary and its items. */
async function insertDicts(sql: Sql, tenantId: string) {
  const common = { tenant_id: tenantId, version: 0, create_time: new Date().toISOString(), del_flag: 0 };
  const ids = await insertNumbered(sql, "sys_dict", DICTS.length, () =>
    DICTS.map((d) => ({ ...common, dict_type: d.type, description: d.name, system_flag: "1" })),
  );
  await insertRows(
    sql,
    "sys_dict_item",
    DICTS.flatMap((d, i) =>
      d.items.map((item, n) => ({
        ...common,
        dict_id: ids[i],
        dict_type: d.type,
        value: item.value,
        label: item.label,
        sort_order: n + 1,
        parent_value: item.parent ?? null,
        disabled: false,
        remarks: item.facts ?? null,
      })),
    ),
  );
}

/** What a purchase begins with: sites, contract templates, the company that buys and a warehouse of its administrator. */
async function insertBasics(sql: Sql, tenantId: string, name: string): Promise<void> {
  await insertSites(sql, tenantId);
  await insertContractTemplates(sql, tenantId);
  await insertNumbered(sql, "company", 1, () => [{ tenant_id: tenantId, code: "C1", name, enabled: true }]);
  const admin = await sql.one<{ id: string }>(
    "select id from sys_user where tenant_id = $1 and del_flag = 0 order by id limit 1",
    [tenantId],
  );
  await insertNumbered(sql, "warehouse", 1, () => [
    {
      tenant_id: tenantId,
      code: "WH-1",
      name: "默认仓库",
      kind: "domestic",
      enabled: true,
      timezone: "Asia/Shanghai",
      manager_id: admin?.id,
      member_ids: [],
      site_codes: [],
      need_inspect: true,
    },
  ]);
}

export const FIRST_TENANT = "1";

/** The first tenant itself, by its name. */
export const insertFirstTenant = (sql: Sql, name: string) =>
  insertRows(sql, "sys_tenant", [
    {
      id: FIRST_TENANT,
      tenant_id: FIRST_TENANT,
      version: 0,
      create_time: new Date().toISOString(),
      del_flag: 0,
      name,
      code: "main",
      menu_package_id: "full",
      state: "0",
    },
  ]);

export interface Foundation {
  /** The administrator's department among them. */
  depts: readonly SeedDept[];
  accounts: Account[];
  /** First password of every account. */
  password: string;
  /** Accounts have invented mobile numbers and addresses. */
  contacts?: boolean;
}

/**
 * What no tenant can live without: departments, menu with permissions, roles with grants, accounts,
 * dictionaries. Parameters come with the row of the tenant (a trigger), approval flows are the
 * standard ones until the tenant changes them, numbers start at 0001 for each tenant.
 */
export async function foundTenant(sql: Sql, tenantId: string, foundation: Foundation) {
  const { accounts, password, contacts } = foundation;
  const depts = await insertDepts(sql, tenantId, foundation.depts);
  const roleIds = await insertRoles(sql, tenantId, await insertMenus(sql, tenantId));
  const passwordHash = await hashPassword(password);
  await insertAccounts(sql, accounts, { tenantId, depts, roleIds, passwordHash, contacts });
  await insertDicts(sql, tenantId);
  await completeMenu(sql, tenantId);
}

/** What a company is called until somebody names it. */
export const UNNAMED = "未命名公司";
const lead = (name: string) => ({
  depts: [{ key: ADMIN_ACCOUNT.dept, name, parent: null }],
  accounts: [{ ...ADMIN_ACCOUNT, leads: true }],
});

/**
 * A company's first day: one department and its administrator, dictionaries, sites, sample templates that
 * are off, and nothing invented (company.md 1.1). Runs once per database; answers whether it ran now.
 * @param more in the same transaction, for who administers it
 */
export async function foundCompany(
  db: Database,
  password: string,
  more: (sql: Sql, adminId: string) => Promise<void>,
): Promise<boolean> {
  const made = await once(db, "system", async (sql) => {
    await insertFirstTenant(sql, UNNAMED);
    await foundTenant(sql, FIRST_TENANT, { ...lead(UNNAMED), password });
    // They show how an address outside opens and what components look like, and are nobody's.
    await sql.query(`with gone as (select id from sys_menu where path like 'https://example.com%' or path = '/crud/index'),
      held as (delete from sys_role_menu where menu_id in (select id from gone))
      delete from sys_menu where id in (select id from gone)`);
    await sql.query("update sys_dict set description = description || '（示例）' where dict_type = 'product_category'");
    await insertSites(sql, FIRST_TENANT);
    await insertContractTemplates(sql, FIRST_TENANT, true);
    await markAs(sql, "company");
    await beginSetup(sql, FIRST_TENANT);
    await more(sql, String((await sql.one<{ id: string }>("select min(id) as id from sys_user"))?.id));
  });
  await completeMenus(db);
  return made;
}

/** A company works from the day on which somebody says so (company.md 1.2), a demonstration at once. */
const beginSetup = (sql: Sql, tenantId: string) =>
  sql.query(
    "update sys_tenant set phase = 'setup' where id = $1 and exists (select 1 from seed_marker where name = 'company')",
    [tenantId],
  );

/** A tenant with one department of its name, one account, its administrator, and what a purchase needs. */
export async function foundBranch(sql: Sql, tenantId: string, name: string, password: string) {
  await foundTenant(sql, tenantId, { ...lead(name), password });
  await insertBasics(sql, tenantId, name);
  await beginSetup(sql, tenantId);
}
