import dayjs from "dayjs";
import type { Sql } from "../db/sql";
import { insertContractTemplates } from "./contract-templates";
import { insertNumbered } from "./insert";
import { insertFirstRates } from "./rates";
import { insertSites } from "./sites";

/**
 * Masters without which no purchase can be made: sites, this month's exchange rates, contract
 * templates, the company that buys and a warehouse of its administrator.
 */
export async function insertBasics(sql: Sql, tenantId: string, name: string): Promise<void> {
  await insertSites(sql, tenantId);
  await insertFirstRates(sql, tenantId, dayjs().format("YYYY-MM-01"));
  await insertContractTemplates(sql, tenantId);
  await insertNumbered(sql, "company", 1, () => [
    { tenant_id: tenantId, code: "C1", name, enabled: true },
  ]);
  const admin = await sql.one<{ id: string }>(
    "select id from sys_user where tenant_id = $1 and del_flag = 0 order by id limit 1",
    [tenantId],
  );
  await insertNumbered(sql, "warehouse", 1, () => [
    {
      ...{ tenant_id: tenantId, code: "WH-1", name: "默认仓库", kind: "domestic", enabled: true },
      ...{ timezone: "Asia/Shanghai", manager_id: admin?.id, member_ids: [], site_codes: [] },
      need_inspect: true,
    },
  ]);
}
