/**
 * Functions of the demo calendar. `demo_events(year)`: days with a factor of their own (market.md 13,
 * dates by rule; the table demo_event may be edited afterwards). `demo_day(from, till)`: each day with
 * its text, demand factor (season × weekday × event) and promotion share.
 */
export const CALENDAR = `
create or replace function demo_events(y int) returns table (event_date date, name text, factor numeric)
language sql immutable as $$
  with d as (
    select make_date(y, 7, 1) + (9 - extract(dow from make_date(y, 7, 1))::int) % 7 + 7 as prime,
      make_date(y, 10, 1) + (9 - extract(dow from make_date(y, 10, 1))::int) % 7 + 7 as autumn,
      make_date(y, 11, 1) + (11 - extract(dow from make_date(y, 11, 1))::int) % 7 + 22 as black)
  select prime + n, 'Prime Day', 2.6 from d, generate_series(0, 3) n
  union all select autumn + n, '秋季会员日', 1.9 from d, generate_series(0, 1) n
  union all select black + n, '黑五预热', 1.4 from d, generate_series(-5, -1) n
  union all select black, '黑色星期五', 2.8 from d
  union all select black + n, '黑五周末', 1.8 from d, generate_series(1, 2) n
  union all select black + 3, '网络星期一', 2.4 from d
  union all select make_date(y, 12, n), '节前', 1.25 from generate_series(8, 17) n
  union all select make_date(y, 12, n), '节后', 0.75 from generate_series(24, 31) n
$$;

create or replace function demo_day(since date, upto date)
returns table (day date, key text, factor float8, promo numeric, busy boolean)
language sql stable as $$
  select d::date, d::date::text,
    (array[.88, .84, .92, .93, .95, .98, 1.06, 1.00, .97, 1.05, 1.30, 1.24])[extract(month from d)::int]
      * (array[.97, .98, .98, 1, 1.02, 1.04, 1.01])[extract(isodow from d)::int] * coalesce(e.factor, 1),
    case when e.factor >= 1.5 then 0.15 else 0.03 end, coalesce(e.factor >= 1.5, false)
  from generate_series(since, upto, interval '1 day') d
    left join demo_event e on e.event_date = d::date
$$;
`;
