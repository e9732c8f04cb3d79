import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";

interface SeedWarehouse {
  code: string;
  name: string;
  kind: string;
  zone: string;
  provider?: string;
  /** User names of the demonstration; without its accounts the administrator manages. */
  manager: string;
  members?: string[];
  address?: string;
  /** The rest of it as platforms ask for it: contact, telephone, city, province and postcode. */
  shipFrom?: readonly [contact: string, phone: string, city: string, province: string, postcode: string];
  /** Code of the store that an FBA warehouse serves. */
  store?: string;
}

const LA = "America/Los_Angeles";
const home = { zone: "Asia/Shanghai", manager: "warehouse_lead" };
const abroad = { manager: "warehouse_lead", members: ["warehouse"] };
const winit = { zone: "Europe/Berlin", provider: "winit" };
const fba = (site: string, name: string, zone: string, manager: string): SeedWarehouse => ({
  code: `FBA-${site}`,
  name,
  kind: "fba",
  zone,
  manager,
  provider: "amazon",
  store: `AMZ-${site}-1`,
});

/** supply.md B.1 */
const WAREHOUSES: SeedWarehouse[] = [
  {
    ...home,
    code: "WH-SZ",
    name: "深圳仓",
    kind: "domestic",
    members: ["warehouse"],
    address: "深圳市龙岗区平湖街道示例物流园3栋",
    shipFrom: ["陈仓", "0755-00000003", "深圳", "广东", "518111"],
  },
  {
    ...home,
    code: "WH-YW",
    name: "义乌仓",
    kind: "domestic",
    members: ["warehouse_yw"],
    address: "义乌市江东街道示例仓储园12号",
    shipFrom: ["方义", "0579-00000012", "义乌", "浙江", "322000"],
  },
  {
    ...home,
    code: "WH-SAMPLE",
    name: "样品仓",
    kind: "sample",
    members: ["warehouse"],
    address: "深圳市南山区科技园示例路1号6楼",
  },
  {
    ...abroad,
    code: "OS-LA",
    name: "洛杉矶自营仓",
    kind: "overseas",
    zone: LA,
    address: "100 Example Ave, City of Industry, CA 91748, US",
  },
  {
    ...abroad,
    ...winit,
    code: "TP-DE-WINIT",
    name: "德国三方仓",
    kind: "thirdParty",
    address: "Beispielstrasse 5, 28197 Bremen, DE",
  },
  {
    ...abroad,
    code: "GC-W",
    name: "谷仓美西",
    kind: "thirdParty",
    zone: LA,
    provider: "gc",
    address: "200 Example Blvd, Ontario, CA 91761, US",
  },
  {
    ...abroad,
    code: "GC-E",
    name: "谷仓美东",
    kind: "thirdParty",
    provider: "gc",
    zone: "America/New_York",
    address: "30 Example Rd, Edison, NJ 08817, US",
  },
  fba("US", "FBA美国", LA, "ops_manager"),
  fba("UK", "FBA英国", "Europe/London", "ops_manager_eu1"),
  fba("DE", "FBA德国", "Europe/Berlin", "ops_manager_eu1"),
  fba("JP", "FBA日本", "Asia/Tokyo", "ops_manager_jp"),
];

/** Countries of the zones that warehouses are in. */
const COUNTRIES: Record<string, string> = {
  "Asia/Shanghai": "CN",
  "America/Los_Angeles": "US",
  "America/New_York": "US",
  "Europe/Berlin": "DE",
  "Europe/London": "GB",
  "Asia/Tokyo": "JP",
};

/** Warehouses with who runs them; stores and users are there already. */
export async function insertWarehouses(sql: Sql): Promise<void> {
  const users = await sql.query<{ id: string; name: string }>(
    "select id, username as name from sys_user where tenant_id = 1 and del_flag = 0 order by id",
  );
  const stores = await sql.query<{ id: string; code: string }>("select id, store_code as code from store");
  const userId = (name: string) => users.find((u) => u.name === name)?.id;
  await insertRows(
    sql,
    "warehouse",
    WAREHOUSES.map((w, i) => ({
      id: i + 1,
      code: w.code,
      name: w.name,
      kind: w.kind,
      timezone: w.zone,
      country: COUNTRIES[w.zone],
      provider: w.provider,
      enabled: true,
      address: w.address,
      contact: w.shipFrom?.[0],
      phone: w.shipFrom?.[1],
      city: w.shipFrom?.[2],
      province: w.shipFrom?.[3],
      postcode: w.shipFrom?.[4],
      manager_id: userId(w.manager) ?? userId("admin"),
      member_ids: (w.members ?? []).flatMap((name) => userId(name) ?? []),
      store_id: stores.find((s) => s.code === w.store)?.id,
      site_codes: w.kind === "fba" ? [w.code.slice(4)] : [],
    })),
  );
}
