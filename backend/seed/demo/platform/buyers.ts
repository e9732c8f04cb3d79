import { nextOrder } from "../../../db/locks";
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
/** How many days who bought an order is known: the week till its delivery, and a month. */
const KEPT = 37;
const COLUMNS = ["buyer_key", ...addressColumns("buyer_alias")];

/** What `demo_order` is joined with, so that orders have their buyers from the beginning. */
export const BUYER_COLUMNS = COLUMNS.join(", ");

/** Who bought what `demo_order` has: sealed names of those whose time is not over, and a key of everybody. */
export async function chooseBuyers(sql: Sql, today: string): Promise<void> {
  const orders = await sql.query<{ no: number; known: boolean; site: string; n: number }>(
    `select n as no, bought > $1::date - ${KEPT} as known, site_id as site,
       row_number() over (partition by site_id order by n)::int as n
     from demo_order where told <> 'Pending' order by n`,
    [today],
  );
  const rows = orders.map(({ no, known, site, n }) => {
    const buyer = buyerOf(n);
    return {
      n: no,
      buyer_key: hashOf(keys(), "email", `buyer${buyer}.${site}@example.com`),
      ...sealAddress("buyer_alias", known ? { name: named(buyer) } : null),
    };
  });
  await sql.query(
    `create temp table demo_buyer (n int primary key, ${COLUMNS.map((c) => `${c} text`).join(", ")})
     on commit drop`,
  );
  await sql.query(
    "insert into demo_buyer select * from jsonb_populate_recordset(null::demo_buyer, $1::jsonb)",
    [JSON.stringify(rows)],
  );
  await sql.query("analyze demo_buyer");
}

/** All of them are customers. */
export async function insertCustomers(sql: Sql): Promise<void> {
  const orders = await sql.query<{ id: string }>(
    "select id from platform_order where tenant_id = 1 and buyer_key is not null",
  );
  nextOrder(sql);
  await keepCustomers(
    ...([sql, "1"] as const),
    orders.map((o) => o.id),
  );
}
