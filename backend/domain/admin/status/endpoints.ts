import type { BackendConfig } from "#backend/platform/config";
import type { Sql } from "#backend/platform/db";
import { type Endpoint, endpoint } from "#backend/platform/http";
import { FIRST_TENANT } from "#backend/platform/tenancy/found";
import { systemStatus } from "#documents/admin/status";
import { job } from "#documents/base/connect/job";
import { permissionOf } from "#documents/kit";
import { databaseRows } from "./database";
import { ageOf, type FoundStatus } from "./found";
import { outsideRows } from "./outside";
import { programRows } from "./program";

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
async function jobRows(sql: Sql, config: BackendConfig): Promise<FoundStatus[]> {
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

/** 运行状态 (production.md 4): what runs, and what to do where it does not. */
export const statusEndpoints: Endpoint[] = [
  endpoint({
    path: "/admin/status",
    tag: "运行状态",
    title: "运行状态",
    permission: permissionOf(job, "view"),
    response: systemStatus,
    async handle({ db, tenantId, config }) {
      // The installation is the business of whose it is; another tenant looks after its own connections.
      const whole: [string, FoundStatus[]][] =
        tenantId === FIRST_TENANT
          ? [
              ["程序", await programRows(db, tenantId, config)],
              ["数据库", await databaseRows(db)],
              ["工作", await jobRows(db, config)],
            ]
          : [];
      const groups: [string, FoundStatus[]][] = [...whole, ["工作", await outsideRows(db, tenantId)]];
      return {
        rows: groups.flatMap(([group, found]) => found.map((row) => ({ group, advice: null, href: null, ...row }))),
      };
    },
  }),
];
