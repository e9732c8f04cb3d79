import type { BackendConfig } from "#backend/platform/config";
import type { Sql } from "#backend/platform/db";
import { job } from "#documents/base/connect/job";
import { ageOf, type FoundStatus } from "./found";

interface JobFigures {
  jobs: number;
  failed: string | null;
  backup: number | null;
  /** How the backup of last night ended. */
  backupState: string | null;
}

const JOBS = `select count(*)::int as jobs, string_agg(title, '、' order by id) filter (where state = 'failed') as failed,
    max(extract(epoch from now() - last_ok)::float) filter (where code = 'backup') as backup,
    max(state) filter (where code = 'backup') as "backupState"
  from job_run where del_flag = 0`;

/** A day and a half. */
const OLD_BACKUP = 36 * 3600;

function backupRow({ backups, demo }: BackendConfig, { backup, backupState }: JobFigures): FoundStatus {
  const label = "自动备份";
  const href = job.screens.list;
  if (!backups.keepDays)
    return {
      label,
      value: "没有开启",
      state: demo ? "none" : "warn",
      ...(!demo && { advice: "设置 BACKUP_KEEP_DAYS，或自己定时运行 npm run backup" }),
    };
  if (backup === null)
    return { label, value: "还没有成功过", state: "bad", advice: "查看任务的错误，处理后立即执行", href };
  const bad = backup > OLD_BACKUP || backupState === "failed";
  return {
    label,
    value: `${ageOf(backup)}前，保留${backups.keepDays}天`,
    state: bad ? "bad" : "ok",
    ...(bad && { advice: "查看任务的错误，处理后立即执行", href }),
  };
}

/** Work by the clock, which is done for every tenant. */
export async function jobRows(sql: Sql, config: BackendConfig): Promise<FoundStatus[]> {
  const jobs = await sql.one<JobFigures>(JOBS);
  if (!jobs) return [];
  return [
    backupRow(config, jobs),
    {
      label: "后台任务",
      value: jobs.failed ? `失败：${jobs.failed}` : `${jobs.jobs} 个，没有失败`,
      state: jobs.failed ? "bad" : "ok",
      ...(jobs.failed && { advice: "查看错误，处理后立即执行", href: `${job.screens.list}?state=failed` }),
    },
  ];
}
