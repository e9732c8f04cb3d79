import type { Sql } from "#backend/platform/db";
import { addressHash } from "#backend/platform/personal/address";
import { hashesOf, hashOf } from "#backend/platform/personal/cipher";
import { keys } from "#backend/platform/personal/ring";
import type { PlatformOrderIn } from "./order-in";

/** Under which older key a buyer is known, by the hash of today. */
export type Buyers = ReadonlyMap<string, string>;

type Buyer = NonNullable<PlatformOrderIn["buyer"]>;

const keyOf = ({ email }: Buyer) => (email?.trim() ? hashOf(keys(), "email", email) : null);

/** What tells whether the buyer is another one than before, or is called otherwise. */
export const buyerHashes = (buyer: Buyer): (string | null)[] => [addressHash({ name: buyer.name }), keyOf(buyer)];

/** By what all orders of one buyer are found; nothing where the platform does not say who it is. */
export function buyerKeyOf({ buyer }: PlatformOrderIn, buyers: Buyers): string | null {
  const key = buyer ? keyOf(buyer) : null;
  return key && (buyers.get(key) ?? key);
}

/**
 * Buyers of these orders that are known under keys of before: addresses are not kept, so their hashes
 * cannot be made anew, and who came back stays who it was.
 */
export async function buyersOf(sql: Sql, tenantId: string, orders: readonly PlatformOrderIn[]): Promise<Buyers> {
  if (keys().length === 1) return new Map();
  const names = new Map<string, string>();
  for (const { buyer } of orders) {
    const email = buyer?.email?.trim();
    if (!email) continue;
    const [now = "", ...before] = hashesOf(keys(), "email", email);
    for (const old of before) names.set(old, now);
  }
  const known = await sql.query<{ key: string }>(
    `select distinct buyer_key as key from platform_order
     where tenant_id = $1 and del_flag = 0 and buyer_key = any($2)`,
    [tenantId, [...names.keys()]],
  );
  return new Map(known.map(({ key }) => [names.get(key) ?? key, key]));
}
