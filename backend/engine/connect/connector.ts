import type { Sql } from "#backend/platform/db";
import { isLiveSql } from "#backend/platform/tenancy/phase";
import { amazonAddress } from "./amazon";
import { INSIDE, isInside } from "./dial";
import { Refused } from "./words";

/** A system outside, as calls need it. */
export interface Connector {
  id: string;
  tenantId: string;
  name: string;
  kind: string;
  provider: string;
  /** Without a slash at its end. */
  url: string;
  storeId: string | null;
  warehouseId: string | null;
  account: string;
  /** The advertising account that is asked about: its store's, else its own. */
  profileId: string;
  /** Its address may lie in the company's own network. */
  anywhere: boolean;
}

let standIns: string | null = null;
let amazon = false;

/**
 * Where connections without an address of their own are answered: by the demonstration's stand-ins.
 * @param orAmazon where there are none, stores speak with Amazon itself; never in a demonstration
 */
export function useStandIns(url: string | null, orAmazon = false): void {
  standIns = url;
  amazon = orAmazon;
}

/** Where the demonstration's stand-ins are; null where there are none. */
export const standInsUrl = (): string | null => standIns;

/** Which kind of system a stand-in's path is for. */
const PATHS: Readonly<Record<string, string>> = {
  marketplace: "/marketplace",
  ads: "/ads",
  warehouse: "/warehouse",
  carrier: "/carrier",
  oa: "/oa",
};

/** Whether connections may lie in the company's own network. */
export const privateOpen = () => process.env.CONNECT_PRIVATE === "on";

/**
 * Why an address may not be called: it is no https, or lies by its words in the company's own
 * network, and CONNECT_PRIVATE is not on. What a name stands for is judged when it is dialled.
 */
export function addressFault(text: string, open = privateOpen()) {
  if (!URL.canParse(text)) return "接口地址格式不正确";
  const { protocol, hostname, username, password } = new URL(text);
  if (username || password) return "接口地址不能带用户名和密码";
  if (protocol !== "https:" && protocol !== "http:") return "接口地址须以https://开头";
  const inside = isInside(hostname);
  if (protocol === "http:" && !inside) return "接口地址须以https://开头";
  if (inside && !open) return INSIDE;
}

type ConnectorFound = Omit<Connector, "url" | "anywhere"> & {
  baseUrl: string | null;
  enabled: boolean;
  siteCode: string | null;
};

const COLUMNS = `select id, tenant_id as "tenantId", name, kind, provider, base_url as "baseUrl",
  store_id as "storeId", warehouse_id as "warehouseId", coalesce(account, '') as account, enabled,
  coalesce((select nullif(s.ad_profile_id, '') from store s where s.id = connector.store_id), connector.ad_profile_id, '') as "profileId",
  (select i.site_code from store s join site i on i.id = s.site_id where s.id = connector.store_id) as "siteCode"
  from connector where del_flag = 0`;

/** @throws Refused when it has no address that may be called */
function ready({ baseUrl, enabled, siteCode, ...rest }: ConnectorFound): Connector {
  if (!enabled) throw new Refused(`连接“${rest.name}”已停用`);
  const known = standIns ? standIns + (PATHS[rest.kind] ?? "") : amazon && amazonAddress(rest.provider, siteCode ?? "");
  const url = baseUrl || known;
  if (!url) throw new Refused(`连接“${rest.name}”没有接口地址`);
  const fault = baseUrl ? addressFault(baseUrl) : undefined;
  if (fault) throw new Refused(fault);
  return { ...rest, url: url.replace(/\/$/, ""), anywhere: privateOpen() || (!baseUrl && !!standIns) };
}

/** @throws Refused when it is switched off or cannot be called */
export async function connectorOf(sql: Sql, id: string | null): Promise<Connector> {
  const found = await sql.one<ConnectorFound>(`${COLUMNS} and id = $1`, [id]);
  if (!found) throw new Refused("连接不存在");
  return ready(found);
}

/** Every connection of a kind that is switched on, the oldest first. */
export const connectorsOf = (sql: Sql, kind: string): Promise<{ id: string; tenantId: string }[]> =>
  sql.query(
    `select id, tenant_id as "tenantId" from connector
     where kind = $1 and enabled and del_flag = 0 and ${isLiveSql("tenant_id")} order by id`,
    [kind],
  );

/** The connection that speaks for a provider, in one warehouse or store if that has its own. */
export const connectorFor = (
  { sql, tenantId }: { sql: Sql; tenantId: string },
  { provider, warehouseId, storeId }: { provider: string; warehouseId?: string; storeId?: string },
): Promise<{ id: string } | undefined> =>
  sql.one<{ id: string }>(
    `select id from connector where tenant_id = $1 and provider = $2 and enabled and del_flag = 0
       and (warehouse_id is null or warehouse_id = $3) and (store_id is null or store_id = $4)
     order by warehouse_id nulls last, store_id nulls last, id limit 1`,
    [tenantId, provider, warehouseId ?? null, storeId ?? null],
  );
