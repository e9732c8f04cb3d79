import type { Sql } from "../../../db/sql";
import { addressColumns, sealAddress } from "../../../personal/address";
import { hashOf } from "../../../personal/cipher";
import { keys } from "../../../personal/ring";
import { keepCustomers } from "../../../rules/buyers/keep";
import { turn } from "../random";
import { FIRST, LAST } from "./places";

/** Of a hundred orders so many are of buyers who bought before, and so many of a handful of them. */
const BACK = 15;
const OFTEN = 3;
const FAITHFUL = 8;
const PRIME = 7919;

/** Whose order the n-th of a site is: nobody is real, and some come back (market.md 13). */
function buyerOf(n: number): number {
  if (n % 100 < OFTEN) return (n * PRIME) % FAITHFUL;
  return n > 99 && n % 100 < OFTEN + BACK ? FAITHFUL + ((n * PRIME) % Math.floor(n / 2)) : n;
}

const named = (b: number) => `${turn(FIRST, b * 3 + (b % 5))} ${turn(LAST, Math.floor(b / 8) + b)}`;
const COLUMNS = addressColumns("buyer_alias");

/** How many days who bought an order is known: the week till its delivery, and a month. */
const KEPT = 37;

/** Who bought the orders: sealed names of those whose time is not over, and a key of everybody. */
export async function insertBuyers(sql: Sql, today: string): Promise<void> {
  const orders = await sql.query<{ id: string; known: boolean; site: string; n: number }>(
    `select t.id, t.purchase_time > $1::date - ${KEPT}  as known, t.site_id as site,
       row_number() over (partition by t.site_id order by t.id)::int as n from platform_order t
     where t.buyer_key is null and t.tenant_id = 1 and t.status <> 'Pending' order by t.id`,
    [today],
  );
  const rows = orders.map(({ id, known, site, n }) => {
    const buyer = buyerOf(n);
    return {
      id,
      buyer_key: hashOf(keys(), "email", `buyer${buyer}.${site}@example.com`),
      ...sealAddress("buyer_alias", known ? { name: named(buyer) } : null),
    };
  });
  await sql.query(
    `update platform_order t set buyer_key = x.buyer_key, ${COLUMNS.map((c) => `${c} = x.${c}`).join(", ")}
     from jsonb_populate_recordset(null::platform_order, $1::jsonb) x where t.id = x.id`,
    [JSON.stringify(rows)],
  );
  await sql.query("analyze platform_order");
  await keepCustomers(
    ...([sql, "1"] as const),
    orders.map((o) => o.id),
  );
}
