import type { Sql } from "#backend/platform/db";

const VISITS = 6_000;

/**
 * Page visits of the last 30 days: everybody opens pages of the own menu, some more often than
 * others. Answers the number of rows.
 */
export async function insertVisits(sql: Sql, seed: string, today: string, scale: number) {
  const rows = Math.round(VISITS * scale);
  await sql.query(
    `insert into sys_visit (tenant_id, user_id, path, title, remote_addr, create_time)
     with pages as (
       select ur.user_id, array_agg(distinct m.id order by m.id) as ids
         from sys_user_role ur join sys_role_menu rm using (role_id)
         join sys_menu m on m.id = rm.menu_id and m.type = '0' and m.path like '/%/%'
        group by ur.user_id),
     people as (select row_number() over (order by user_id) - 1 as seat, * from pages),
     dice as (
       select i,
         ('x' || substr(h, 1, 8))::bit(32)::bigint / 4294967296.0 as a,
         ('x' || substr(h, 9, 8))::bit(32)::bigint / 4294967296.0 as b,
         ('x' || substr(h, 17, 8))::bit(32)::bigint / 4294967296.0 as c
       from (select i, md5($1 || ':visit:' || i) as h from generate_series(1, $3::int) i) t)
     select 1, p.user_id, m.path, m.name, '10.8.' || p.user_id % 8 || '.' || 10 + p.user_id % 200,
       $2::date - 1 - floor(a * 30)::int + interval '8 hours 30 minutes'
         + (a * 991 % 1) * interval '10 hours 30 minutes'
     from dice d
     join people p on p.seat = floor(d.b * (select count(*) from people))::int
     join sys_menu m on m.id = p.ids[1 + floor(power(d.c, 2) * cardinality(p.ids))::int]
     order by 6, i`,
    [seed, today, rows],
  );
  return rows;
}
