import { call } from "#backend/engine/connect/call";
import { connectorOf } from "#backend/engine/connect/connector";
import { type Database, errorText } from "#backend/platform/db";
import { stocks } from "./push";

/** Codes that one call asks for. */
const AT_ONCE = 100;

interface PullStockAsked {
  connectorId: string;
  name: string;
  codes: string[];
}

/** What each connection that is on is asked for: codes that are known there, by its warehouse or its system. */
const askedOf = (db: Database) =>
  db.query<PullStockAsked>(
    `select c.id as "connectorId", c.name, array_agg(distinct m.external_code) as codes
     from goods_mapping m
       cross join lateral (select c.id, c.name from connector c
         where c.tenant_id = m.tenant_id and c.kind = 'warehouse' and c.enabled and c.del_flag = 0
           and case when m.system = 'overseas' then c.warehouse_id = m.warehouse_id
             else c.provider = m.system end
         order by c.warehouse_id nulls first, c.id limit 1) c
     where m.del_flag = 0 and m.status in ('pushed', 'active') group by c.id, c.name order by c.id`,
  );

/** Keeps what lies at the other side; a code that it does not name lies nowhere there. */
const keepStock = (db: Database, connectorId: string, codes: string[], found: [string, number][]) =>
  db.query(
    `update goods_mapping m set external_qty = x.qty, last_pull_time = now()
     from unnest($2::text[]) as a(code)
       left join unnest($3::text[], $4::int[]) as x(code, qty) on x.code = a.code, connector c
     where c.id = $1 and m.tenant_id = c.tenant_id and m.external_code = a.code and m.del_flag = 0
       and m.status in ('pushed', 'active')
       and case when m.system = 'overseas' then c.warehouse_id = m.warehouse_id
         else c.provider = m.system end`,
    [connectorId, codes, found.map(([code]) => code), found.map(([, qty]) => qty)],
  );

async function pullOf(db: Database, { connectorId, codes }: PullStockAsked): Promise<void> {
  const connector = await connectorOf(db, connectorId);
  for (let at = 0; at < codes.length; at += AT_ONCE) {
    const some = codes.slice(at, at + AT_ONCE);
    const { items } = await call(db, connector, { path: "/stock", query: { codes: some.join(",") }, schema: stocks });
    const mine = new Map(items.map(({ code, onHand }) => [code, onHand] as const));
    const found = some.flatMap((code): [string, number][] => {
      const qty = mine.get(code);
      return qty === undefined ? [] : [[code, qty]];
    });
    await keepStock(db, connectorId, some, found);
  }
}

/**
 * Asks every connected warehouse what it has, so that 库存差异 is of this night. One that cannot be asked
 * keeps no other from it.
 * @throws with the names of those that did not answer
 */
export async function pullStock(db: Database): Promise<void> {
  const faults: string[] = [];
  for (const asked of await askedOf(db))
    try {
      await pullOf(db, asked);
    } catch (error) {
      faults.push(`${asked.name}：${errorText(error, "message")}`);
    }
  if (faults.length) throw new Error(faults.join("；"));
}
