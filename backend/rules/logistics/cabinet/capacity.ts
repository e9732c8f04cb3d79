import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { dec, r2, round } from "../../../values/money";
import { param } from "../../../values/params";

/** What fits in a container: m³ that can be used, and kg. */
export interface Capacity {
  usableM3: string;
  payloadKg: string;
}

const fact = (remarks: string | null, name: string) =>
  new RegExp(`(?:^|;)${name}=(\\d+(?:\\.\\d+)?)(?:;|$)`).exec(remarks ?? "")?.[1];

/**
 * What a type of container takes, as its dictionary item says (`volumeM3=76.3;payloadKg=26500`); of the
 * volume the share that can be used. Nothing: not a whole container, or one that is not described.
 */
export async function capacityOf(
  { sql, tenantId }: RuleContext,
  loadType: string | null | undefined,
  containerType: string | null | undefined,
): Promise<Capacity | undefined> {
  if (loadType !== "fcl" || !containerType) return undefined;
  const item = await sql.one<{ remarks: string | null }>(
    `select remarks from sys_dict_item
     where tenant_id = $1 and dict_type = 'container_type' and value = $2 and del_flag = 0`,
    [tenantId, containerType],
  );
  const volume = fact(item?.remarks ?? null, "volumeM3");
  const payloadKg = fact(item?.remarks ?? null, "payloadKg");
  if (!volume || !payloadKg) throw conflict(`柜型${containerType}没有设置体积或载重`);
  const ratio = await param(sql, tenantId, "container_usable_ratio");
  return { usableM3: round(dec(volume).times(ratio), 4), payloadKg };
}

/** Percent of what fits; none where that is not known. */
const usage = (part: string, whole: string | undefined) =>
  whole && dec(whole).gt(0) ? r2(dec(part).div(whole).times(100)) : null;

/** What is in it as figures of the header. @throws Refusal 409 when it does not fit */
export function measured(volume: string, weight: string, capacity: Capacity | undefined) {
  if (capacity && dec(volume).gt(capacity.usableM3))
    throw conflict(`体积${dec(volume)}m³超过可装${dec(capacity.usableM3)}m³`);
  if (capacity && dec(weight).gt(capacity.payloadKg)) throw conflict("重量超限");
  return {
    ...{ totalVolume: volume, totalWeight: weight },
    usableM3: capacity?.usableM3 ?? null,
    payloadKg: capacity?.payloadKg ?? null,
    volumeUsage: usage(volume, capacity?.usableM3),
    weightUsage: usage(weight, capacity?.payloadKg),
  };
}
