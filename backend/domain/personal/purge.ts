import type { Database } from "#backend/platform/db";
import { addressColumns } from "#backend/platform/personal/address";
import { param } from "#backend/platform/values";
import { purgeCustomers } from "../buyers/purge";

/** Rows whose address nobody needs any more, some days after `over`, SQL over `t`. */
interface Ended {
  table: string;
  column: string;
  where: string;
  over: string;
  /** What shows it as well: a table and its column with the id of the row. */
  shows?: readonly [table: string, column: string];
}

/** When its history says that it came to the state in which it is. */
const since = (name: string) =>
  `coalesce((select max(l.time) from sys_oper_log l where l.tenant_id = t.tenant_id
     and l.biz_type = '${name}' and l.biz_id = t.id::text and l.to_state = t.status), t.create_time)`;

const ENDED: readonly Ended[] = [
  {
    table: "platform_order",
    column: "shipping_address",
    where: "t.status in ('Shipped', 'Canceled', 'Unfulfillable')",
    over: "greatest(t.last_update_time, t.latest_delivery_time)",
  },
  {
    table: "platform_order",
    column: "buyer_alias",
    where: "t.status in ('Shipped', 'Canceled', 'Unfulfillable')",
    over: "greatest(t.last_update_time, t.latest_delivery_time)",
  },
  {
    table: "sales_order",
    column: "receiver",
    where: "t.status in ('completed', 'cancelled')",
    over: `coalesce((select max(p.delivered_time) from package_order p join package_order_line l
        on l.package_order_id = p.id and l.del_flag = 0 where l.order_id = t.id), ${since("sales_order")})`,
  },
  {
    table: "package_order",
    column: "receiver",
    where: "t.status in ('delivered', 'returned', 'cancelled')",
    over: `coalesce(t.delivered_time, t.returned_time, ${since("package_order")})`,
    shows: ["package_label", "package_id"],
  },
];

/** Rows that one statement empties: none holds its locks for long. */
const BATCH = 1000;

/** What is emptied; the hash stays, and what reports and rules count by. */
const emptied = ({ column }: Ended) => addressColumns(column).filter((c) => !/_(hash|country|state)$/.test(c));

async function purgeTable(db: Database, tenantId: string, days: string, ended: Ended) {
  const { table, column, where, over } = ended;
  const sets = emptied(ended).map((c) => `${c} = null`);
  let [after, done] = ["0", 0];
  for (;;) {
    const gone = await db.query<{ id: string }>(
      `with chosen as (
         select t.id from ${table} t where t.tenant_id = $1 and t.id > $2 and t.${column} is not null
           and ${where} and ${over} < now() - make_interval(days => $3::int)
         order by t.id limit ${BATCH} for no key update of t skip locked)
       update ${table} t set ${sets.join(", ")} from chosen where t.id = chosen.id returning t.id`,
      [tenantId, after, days],
    );
    if (ended.shows)
      await db.query(`delete from ${ended.shows[0]} where ${ended.shows[1]} = any($1::bigint[])`, [
        gone.map((g) => g.id),
      ]);
    done += gone.length;
    after = gone.reduce((most, { id }) => (BigInt(id) > BigInt(most) ? id : most), after);
    if (gone.length < BATCH) return done;
  }
}

/** Empties addresses of what has ended longer ago than each tenant's parameter says (market.md 14.3). */
export async function purgePersonal(db: Database): Promise<number> {
  const tenants = await db.query<{ id: string }>("select id from sys_tenant where del_flag = 0");
  let done = 0;
  for (const { id } of tenants) {
    const days = await param(db, id, "pii_keep_days");
    for (const ended of ENDED) done += await purgeTable(db, id, days, ended);
    done += await purgeCustomers(db, id);
  }
  return done;
}
