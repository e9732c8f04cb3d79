import { timesOf } from "#backend/domain/base/etl/cron";
import type { Sql } from "#backend/platform/db";
import { nextNumber } from "#backend/platform/values";

/** Runs are kept for 90 days: six a day of the orders and one of each other task are 890. */
const DAYS = 89;

/** Jobs that the embedded engine does: what from, by which plugin, and when. */
const TASKS = [
  ["订单同步", "Http", "marketplace.orders", "platform_order", "15 */4 * * *"],
  ["广告活动日报", "Jdbc", "erp.etl_stage_ad_campaign", "fact_ad_campaign_daily", "20 2 * * *"],
  ["广告关键词日报", "Jdbc", "erp.etl_stage_ad_keyword", "fact_ad_keyword_daily", "40 2 * * *"],
  ["交易日报", "Jdbc", "erp.etl_stage_trade", "fact_trade_daily", "0 3 * * *"],
  ["汇率", "Jdbc", "erp.etl_stage_rate", "exchange_rate", "30 9 * * *"],
] as const;

const configOf = (plugin: string, source: string, sink: string) => ({
  env: { "job.mode": "BATCH", parallelism: 2 },
  source: [{ plugin_name: plugin, table_path: source, plugin_output: "rows" }],
  sink: [{ plugin_name: "Jdbc", plugin_input: ["rows"], database: "erp", table: sink }],
});

const insertTasks = async (sql: Sql) => {
  for (const [name, plugin, source, sink, cron] of TASKS)
    await sql.query(
      `insert into etl_task (tenant_id, no, create_by, dept_id, task_name, job_mode, source_type, sink_type,
         config, config_version, parallelism, cron, timeout_min, retry_times, alarm_users, status, next_run)
       values (1, $1, 1, (select dept_id from sys_user where id = 1), $2, 'BATCH', $6, 'Jdbc', $3, 1, 2,
         $4, 120, 1, '{1}', 'enabled', $5)`,
      [
        await nextNumber(sql, "ETL", "1"),
        name,
        JSON.stringify(configOf(plugin, source, sink), null, 2),
        cron,
        timesOf(cron, new Date(), 1)[0],
        plugin,
      ],
    );
};

/** Runs of each task at its hours, back from yesterday; three of a hundred failed. */
const PAST = `
  insert into etl_run (tenant_id, create_by, create_time, run_no, task_id, job_id, job_status, trigger,
    operator_id, attempt, restore, embedded, submitted, config_version, start_time, end_time, duration_sec,
    read_count, write_count, read_bytes, error_msg, metrics)
  select 1, null, at, 'YX' || to_char(at at time zone 'Asia/Shanghai', 'YYMMDD') || lpad(rank::text, 4, '0'),
    task_id, (2305843009213693952 + 1000003 * n)::text, case when bad then 'FAILED' else 'FINISHED' end,
    case when n % 40 = 7 then 'manual' else 'cron' end, case when n % 40 = 7 then 1 end, 1, false, true, true, 1,
    at, at + make_interval(secs => secs), secs, read, written, read * 96,
    case when bad then '来源报表尚未生成' end,
    jsonb_build_object('SourceReceivedCount', read::text, 'SourceReceivedBytes', (read * 96)::text,
      'SinkWriteCount', written::text)
  from (
    select x.*, case when bad then 0 else read end as written,
      row_number() over (partition by day order by at, nth) as rank
    from (
      select x.*, x.n % 33 = 12 or x.hour = '2:40' and x.day = 1 as bad, 3 + (x.chance * 40)::int as secs,
        (case nth when 1 then x.chance * 60 else 200 + x.chance * 1800 end)::int as read,
        (($1::date - x.day)::timestamp + x.hour) at time zone 'Asia/Shanghai' as at
      from (
        select t.id as task_id, t.nth, d.day, h.hour, row_number() over (order by d.day, h.nth) as n,
          pg_temp.u('etl:' || h.nth || ':' || d.day) as chance
        from (select id, row_number() over (order by id) as nth from etl_task where tenant_id = 1) t
          join unnest($3::int[], $4::interval[]) with ordinality as h(task, hour, nth) on h.task = t.nth
          cross join generate_series(1, $2::int) as d(day)) x) x) x
  order by at, nth returning id`;

/** At which hours of a day each task ran, by its place in the list. */
const HOURS = [
  ...[0, 4, 8, 12, 16, 20].map((hour) => [1, `${hour}:15`] as const),
  [2, "2:20"] as const,
  [3, "2:40"] as const,
  [4, "3:00"] as const,
  [5, "9:30"] as const,
];

/** What the runs left behind. */
const LOGS = `
  insert into etl_run_log (run_id, log)
  select r.id, to_char(r.start_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') || ' 内置引擎开始 '
    || r.job_id || E'\\n' || coalesce(r.error_msg, '读取 ' || r.read_count || ' 行' || E'\\n写入 '
    || r.write_count || ' 行')
  from etl_run r where r.tenant_id = 1 on conflict do nothing`;

/** Tasks of the data engine and how they ran. */
export async function insertEtl(sql: Sql, today: string, scale: number): Promise<number> {
  await insertTasks(sql);
  const days = Math.max(7, Math.round(DAYS * scale));
  const runs = await sql.query(PAST, [today, days, HOURS.map(([task]) => task), HOURS.map(([, hour]) => hour)]);
  await sql.query(LOGS);
  await sql.query(
    `update etl_task t set (last_state, last_end_time) =
       (select r.job_status, r.end_time from etl_run r where r.task_id = t.id order by r.start_time desc limit 1)`,
  );
  return runs.length + TASKS.length;
}
