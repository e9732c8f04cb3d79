import { statfs } from "node:fs/promises";
import type { BackendConfig } from "#backend/platform/config";
import type { Sql } from "#backend/platform/db";
import { type Endpoint, endpoint } from "#backend/platform/http";
import { FIRST_TENANT } from "#backend/platform/tenancy/found";
import { type StatusRow, systemStatus } from "#documents/admin/status";
import { job } from "#documents/base/connect/job";
import { outbox } from "#documents/base/connect/outbox";
import { connector } from "#documents/base/connector";
import { permissionOf } from "#documents/kit";

type FoundStatus = Omit<StatusRow, "group" | "advice" | "href"> & Partial<Pick<StatusRow, "advice" | "href">>;

const MB = 1_048_576;
const sizeOf = (bytes: number) =>
  bytes >= 1024 * MB ? `${(bytes / 1024 / MB).toFixed(1)} GB` : `${Math.ceil(bytes / MB)} MB`;

/** 3天4小时, 5分钟: as much as one wants to know of an age. */
function ageOf(seconds: number): string {
  if (seconds < 60) return "不到1分钟";
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(Math.floor);
  if (days) return `${days}天${hours}小时`;
  return hours ? `${hours}小时${minutes}分钟` : `${minutes}分钟`;
}

interface DatabaseFigures {
  version: string;
  bytes: string;
  used: number;
  most: number;
  oldest: number | null;
  standbys: number;
  lag: string | null;
  failing: boolean;
}

const DATABASE = `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
    current_setting('max_connections')::int as most,
    (select extract(epoch from now() - min(xact_start))::float from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend') as oldest,
    (select count(*)::int from pg_stat_replication) as standbys,
    (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) from pg_stat_replication)::bigint as lag,
    (select archived_count + failed_count > 0 and coalesce(last_failed_time > last_archived_time, failed_count > 0)
      from pg_stat_archiver) as failing`;

/** A transaction that is open for that long keeps others and the clean-up waiting. */
const LONG_SECONDS = 600;
/** Bytes that a standby may lie behind. */
const BEHIND = 64 * MB;

async function databaseRows(sql: Sql): Promise<FoundStatus[]> {
  const found = await sql.one<DatabaseFigures>(DATABASE);
  if (!found) return [];
  const { version, bytes, used, most, oldest, standbys, lag, failing } = found;
  const full = used / most;
  const waits = (oldest ?? 0) > LONG_SECONDS;
  const rows: FoundStatus[] = [
    { label: "PostgreSQL", value: `${version}，${sizeOf(Number(bytes))}`, state: "ok" },
    {
      label: "连接",
      value: `${used} / ${most}`,
      state: full > 0.9 ? "bad" : full > 0.7 ? "warn" : "ok",
      ...(full > 0.7 && { advice: "减少 DATABASE_POOL 或副本，或提高数据库的 max_connections" }),
    },
    {
      label: "最长的事务",
      value: oldest === null ? "没有" : ageOf(oldest),
      state: waits ? "warn" : "ok",
      ...(waits && { advice: "在数据库上查看 pg_stat_activity，结束不再需要的事务" }),
    },
    {
      label: "备库",
      value: standbys ? `${standbys} 个，落后 ${sizeOf(Number(lag ?? 0))}` : "没有",
      state: !standbys ? "none" : Number(lag ?? 0) > BEHIND ? "warn" : "ok",
      ...(Number(lag ?? 0) > BEHIND && { advice: "检查备库和网络；切换到它会丢失落后的部分" }),
    },
  ];
  if (failing)
    rows.push({ label: "WAL归档", value: "失败", state: "bad", advice: "检查 archive_command 和归档所在的磁盘" });
  return rows;
}

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

/** What a tenant has to do with systems outside. */
async function outsideRows(sql: Sql, tenantId: string): Promise<FoundStatus[]> {
  const sent = await sql.one<{ dead: number; waiting: number; oldest: number | null }>(
    `select count(*) filter (where status = 'dead')::int as dead,
       count(*) filter (where status = 'pending')::int as waiting,
       extract(epoch from now() - min(create_time) filter (where status = 'pending'))::float as oldest
     from outbox where tenant_id = $1`,
    [tenantId],
  );
  const faulty = await sql.one<{ names: string | null; n: number }>(
    `select string_agg(name, '、' order by id) filter (where enabled and last_error is not null) as names, count(*)::int as n
     from connector where tenant_id = $1 and del_flag = 0`,
    [tenantId],
  );
  if (!sent || !faulty) return [];
  const late = (sent.oldest ?? 0) > 3600;
  return [
    {
      label: "发送队列",
      value: `待发 ${sent.waiting}，失败 ${sent.dead}${sent.oldest === null ? "" : `，最早 ${ageOf(sent.oldest)}前`}`,
      state: sent.dead ? "bad" : late ? "warn" : "ok",
      ...((sent.dead || late) && { advice: "看对方的回答，处理后重试", href: `${outbox.screens.list}?status=dead` }),
    },
    {
      label: "外部连接",
      value: faulty.names ? `异常：${faulty.names}` : `${faulty.n} 个，没有异常`,
      state: faulty.names ? "bad" : "ok",
      ...(faulty.names && { advice: "测试连接，检查账号和密钥", href: `${connector.screens.list}?health=faulty` }),
    },
  ];
}

/** Of the disk that uploads, backups and the embedded database lie on. */
async function diskRow(folder: string): Promise<FoundStatus> {
  const label = "磁盘（DATA_DIR）";
  const found = await statfs(folder).catch(() => null);
  if (!found) return { label, value: "读不到", state: "warn", advice: "检查 DATA_DIR 是否存在、能否读取" };
  const free = found.bavail / found.blocks;
  const state = free < 0.05 ? "bad" : free < 0.15 ? "warn" : "ok";
  return {
    label,
    value: `剩余 ${sizeOf(found.bavail * found.bsize)}（${Math.floor(free * 100)}%）`,
    state,
    ...(state !== "ok" && { advice: "清理或扩大磁盘；写满后保存会被拒绝" }),
  };
}

function processRow(): FoundStatus {
  const { rss } = process.memoryUsage();
  return {
    label: "本副本",
    value: `已运行 ${ageOf(process.uptime())}，内存 ${sizeOf(rss)}，Node ${process.versions.node}`,
    state: "ok",
  };
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
              ["程序", [processRow(), await diskRow(config.dataDir)]],
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
