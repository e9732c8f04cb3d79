import type { Sql } from "#backend/platform/db";
import { ageOf, type FoundStatus, MB, sizeOf } from "./found";

interface DatabaseFigures {
  version: string;
  bytes: string;
  used: number;
  most: number;
  oldest: number | null;
  standbys: number;
  /** Bytes, and seconds; none where the role may not see it, or nothing is on its way. */
  lag: string | null;
  delay: number | null;
  failing: boolean;
}

const DATABASE = `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
    current_setting('max_connections')::int as most,
    (select extract(epoch from now() - min(xact_start))::float from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend') as oldest,
    (select count(*)::int from pg_stat_replication) as standbys,
    (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)) from pg_stat_replication)::bigint as lag,
    (select extract(epoch from max(replay_lag))::float from pg_stat_replication) as delay,
    (select archived_count + failed_count > 0 and coalesce(last_failed_time > last_archived_time, failed_count > 0)
      from pg_stat_archiver) as failing`;

/** A transaction that is open for that long keeps others and the clean-up waiting. */
const LONG_SECONDS = 600;
/** Bytes that a standby may lie behind. */
const BEHIND = 64 * MB;
/** Seconds for which it may. */
const BEHIND_SECONDS = 60;

function standbyRow({ standbys, lag, delay }: Pick<DatabaseFigures, "standbys" | "lag" | "delay">): FoundStatus {
  const label = "备库";
  if (!standbys) return { label, value: "没有", state: "none" };
  const behind = lag === null ? "—" : `${sizeOf(Number(lag))}${delay === null ? "" : `、${Math.round(delay)}秒`}`;
  const value = `${standbys} 个，落后 ${behind}`;
  if (lag === null) return { label, value, state: "none", advice: "给数据库账号授予 pg_monitor，才看得到落后多少" };
  const late = Number(lag) > BEHIND || (delay ?? 0) > BEHIND_SECONDS;
  return {
    label,
    value,
    state: late ? "warn" : "ok",
    ...(late && { advice: "检查备库和网络；切换到它会丢失落后的部分" }),
  };
}

/** Of the database, for every tenant. */
export async function databaseRows(sql: Sql): Promise<FoundStatus[]> {
  const found = await sql.one<DatabaseFigures>(DATABASE);
  if (!found) return [];
  const { version, bytes, used, most, oldest, failing } = found;
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
    standbyRow(found),
  ];
  if (failing)
    rows.push({ label: "WAL归档", value: "失败", state: "bad", advice: "检查 archive_command 和归档所在的磁盘" });
  return rows;
}
