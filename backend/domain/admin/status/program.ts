import { statfs } from "node:fs/promises";
import os from "node:os";
import type { BackendConfig } from "#backend/platform/config";
import type { Sql } from "#backend/platform/db";
import { type Replica, replicasOf } from "#backend/platform/jobs/replicas";
import { log } from "#documents/admin/log";
import { ageOf, type FoundStatus, sizeOf } from "./found";

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
    value: `${nameOf({ host: os.hostname(), pid: process.pid })}，已运行 ${ageOf(process.uptime())}，内存 ${sizeOf(rss)}，Node ${process.versions.node}`,
    state: "ok",
  };
}

const nameOf = ({ host, pid }: Pick<Replica, "host" | "pid">) => `${host}（进程 ${pid}）`;

/** A copy that missed some beats: it was killed, or its machine cannot reach the database. */
const SILENT_SECONDS = 90;

/** How many copies there are, and each that is of another version or says nothing. */
async function replicaRows(sql: Sql, program: string): Promise<FoundStatus[]> {
  const all = await replicasOf(sql);
  const heard = all.filter(({ silent }) => silent <= SILENT_SECONDS);
  const versions = [...new Set(heard.map(({ version }) => version))].sort();
  const odd = all.flatMap((replica): FoundStatus[] => {
    const label = `副本 ${nameOf(replica)}`;
    if (replica.silent > SILENT_SECONDS)
      return [
        {
          label,
          value: `${ageOf(replica.silent)}没有消息`,
          state: "warn",
          advice: "不是有意停止的话，查看那台机器和它的服务日志，重新启动",
        },
      ];
    if (replica.version === program) return [];
    return [
      {
        label,
        value: `版本 ${replica.version}，本副本是 ${program}，已运行 ${ageOf(replica.runs)}`,
        state: "warn",
        advice: "两个版本只在更新期间同时运行：把较旧的更新后重启",
      },
    ];
  });
  return [
    {
      label: "副本",
      value: heard.length ? `${heard.length} 个，版本 ${versions.join("、")}` : "—",
      state: heard.length ? "ok" : "none",
    },
    ...odd,
  ];
}

interface FoundFault {
  title: string;
  fault: string;
  times: number;
  /** yyyy-MM-dd HH:mm:ss, and how many seconds that is ago. */
  latest: string;
  age: number;
  requestId: string | null;
  tenantId: string;
  kinds: number;
}

/** Kinds that are named, the latest first. */
const MOST_KINDS = 5;
const LATELY_SECONDS = 3600;

const FAULTS = `select title, fault, count(*)::int as times, max(create_time) as latest,
    extract(epoch from now() - max(create_time))::float as age,
    (array_agg(request_id order by id desc))[1] as "requestId",
    (array_agg(tenant_id order by id desc))[1] as "tenantId", (count(*) over ())::int as kinds
  from sys_log where fault is not null and create_time > now() - interval '24 hours'
  group by title, fault order by max(id) desc limit ${MOST_KINDS}`;

/** Faults that nobody expected, of a day, by their kind: with the number of the last request that met one. */
async function faultRows(sql: Sql, tenantId: string): Promise<FoundStatus[]> {
  const found = await sql.query<FoundFault>(FAULTS);
  const [first] = found;
  if (!first) return [{ label: "程序错误", value: "24小时内没有", state: "ok" }];
  const rows = found.map((f): FoundStatus => {
    // The log of another tenant is for its own people; the lines of the program tell of all.
    const shown = f.requestId !== null && f.tenantId === tenantId;
    return {
      label: `错误：${f.title}`,
      value: `${f.times} 次，最近 ${f.latest.slice(5, 16)}，编号 ${f.requestId ?? "—"}：${f.fault}`,
      state: f.age < LATELY_SECONDS ? "bad" : "warn",
      advice: shown ? "看这次请求做了什么，用编号在程序日志中找原因并报告" : "用编号或时间在程序日志中找原因并报告",
      ...(shown && { href: `${log.screens.list}?requestId=${f.requestId}` }),
    };
  });
  const left = first.kinds - found.length;
  if (left > 0) rows.push({ label: "更多错误", value: `另有 ${left} 种`, state: "warn", advice: "在程序日志中查看" });
  return rows;
}

/** Of the program itself, for every tenant. */
export const programRows = async (sql: Sql, tenantId: string, { dataDir, program }: BackendConfig) => [
  processRow(),
  ...(await replicaRows(sql, program)),
  await diskRow(dataDir),
  ...(await faultRows(sql, tenantId)),
];
