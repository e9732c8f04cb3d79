import type { RuleContext } from "../../../documents/rules";
import { isLive } from "./runs";

/** The engine as it last answered, and how the runs of the last seven days ended. */
export async function overviewOf({ sql, tenantId }: RuleContext) {
  const engine = await sql.one(
    `select embedded, fault, overview, to_char(answer_time at time zone 'Asia/Shanghai',
       'YYYY-MM-DD HH24:MI:SS') as "answerTime" from etl_engine`,
  );
  const days = await sql.query(
    `select to_char(d, 'MM-DD') as day,
       count(r.id) filter (where r.job_status in ('FINISHED', 'SAVEPOINT_DONE'))::int as ok,
       count(r.id) filter (where r.job_status in ('FAILED', 'UNKNOWABLE'))::int as failed
     from generate_series((now() at time zone 'Asia/Shanghai')::date - 6,
         (now() at time zone 'Asia/Shanghai')::date, interval '1 day') d
       left join etl_run r on r.tenant_id = $1 and r.del_flag = 0
         and r.end_time >= d at time zone 'Asia/Shanghai'
         and r.end_time < (d + interval '1 day') at time zone 'Asia/Shanghai'
     group by d order by d`,
    [tenantId],
  );
  const live = await sql.one(
    `select 1 from etl_run r where r.tenant_id = $1 and r.del_flag = 0 and ${isLive("r")} limit 1`,
    [tenantId],
  );
  return { engine: engine ?? null, days, live: !!live };
}
