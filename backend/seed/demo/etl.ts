import type { Sql } from "../../db/sql";
import { timesOf } from "../../rules/base/etl/cron";
import { nextNumber } from "../../values/sequence";

const RUNS = 900;

/** Jobs that the embedded engine does, by the hour of the night that they are due. */
const TASKS = [
  ["广告活动日报", "etl_stage_ad_campaign", "fact_ad_campaign_daily", "20 2 * * *"],
  ["广告关键词日报", "etl_stage_ad_keyword", "fact_ad_keyword_daily", "40 2 * * *"],
  ["交易日报", "etl_stage_trade", "fact_trade_daily", "0 3 * * *"],
  ["汇率", "etl_stage_rate", "exchange_rate", "30 9 * * *"],
] as const;

const configOf = (source: string, sink: string) => ({
  env: { "job.mode": "BATCH", parallelism: 2 },
  source: [{ plugin_name: "Jdbc", table_path: `erp.${source}`, plugin_output: "rows" }],
  sink: [{ plugin_name: "Jdbc", plugin_input: ["rows"], database: "erp", table: sink }],
});

const insertTasks = async (sql: Sql) => {
  for (const [name, source, sink, cron] of TASKS)
    await sql.query(
      `insert into etl_task (tenant_id, no, create_by, dept_id, task_name, job_mode, source_type, sink_type,
         config, config_version, parallelism, cron, timeout_min, retry_times, alarm_users, status, next_run)
       values (1, $1, 1, (select dept_id from sys_user where id = 1), $2, 'BATCH', 'Jdbc', 'Jdbc', $3, 1, 2,
         $4, 120, 1, '{1}', 'enabled', $5)`,
      [
        await nextNumber(sql, "ETL", "1"),
        name,
        JSON.stringify(configOf(source, sink), null, 2),
        cron,
        timesOf(cron, new Date(), 1)[0],
      ],
    );
};

/** One run a night and task, back from yesterday; three of a hundred failed. */
const PAST = `
  insert into etl_run (tenant_id, create_by, create_time, run_no, task_id, job_id, job_status, trigger,
    operator_id, attempt, restore, embedded, submitted, config_version, start_time, end_time, duration_sec,
    read_count, write_count, read_bytes, error_msg)
  select 1, null, at, 'YX' || to_char(at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(nth::text, 4, '0'),
    task_id, (2305843009213693952 + 1000003 * n)::text, case when bad then 'FAILED' else 'FINISHED' end,
    case when n % 40 = 7 then 'manual' else 'cron' end, case when n % 40 = 7 then 1 end, 1, false, true, true, 1,
    at, at + make_interval(secs => secs), secs, read, case when bad then 0 else read end, read * 96,
    case when bad then '来源报表尚未生成' end
  from (
    select x.*, x.n % 33 = 12 as bad, 3 + (x.chance * 40)::int as secs, (200 + x.chance * 1800)::int as read,
      (($1::date - x.day)::timestamp + make_interval(hours => 2, mins => (20 * x.nth)::int))
        at time zone 'Asia/Shanghai' as at
    from (
      select t.id as task_id, t.nth, d.day, (d.day - 1) * 4 + t.nth as n,
        pg_temp.u('etl:' || t.nth || ':' || d.day) as chance
      from (select id, row_number() over (order by id) as nth from etl_task where tenant_id = 1) t
        cross join generate_series(1, $2::int) as d(day)) x) x
  order by at, nth`;

/** Tasks of the data engine and how they ran. */
export async function insertEtl(sql: Sql, today: string, scale: number): Promise<number> {
  await insertTasks(sql);
  const days = Math.max(7, Math.round((RUNS * scale) / TASKS.length));
  await sql.query(PAST, [today, days]);
  await sql.query(
    `update etl_task t set (last_state, last_end_time) =
       (select r.job_status, r.end_time from etl_run r where r.task_id = t.id order by r.start_time desc limit 1)`,
  );
  return days * TASKS.length + TASKS.length;
}
