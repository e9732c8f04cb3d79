import { randomUUID } from "node:crypto";
import pg from "pg";
import { addressesOf, hostOf, onClient } from "./client";
import { errorText } from "./errors";
import type { Database } from "./sql";

const PATIENCE_MS = 10_000;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "那里没有程序在监听，请检查主机、端口和数据库是否已启动",
  ENOTFOUND: "找不到这个主机",
  EAI_AGAIN: "找不到这个主机",
  EHOSTUNREACH: "到不了这个主机",
  ENETUNREACH: "到不了这个主机",
  ETIMEDOUT: "没有回应",
  ENOENT: "找不到数据库的套接字",
  EACCES: "没有权限使用数据库的套接字",
  "28P01": "用户名或密码不正确",
  "28000": "不允许这个用户登录",
  "3D000": "没有这个数据库，请先创建",
  "53300": "连接数已满",
  "57P03": "数据库还没有准备好",
};

/** Where a connection string leads to, without its password. */
function placeOf(connectionString: string): string {
  const all = addressesOf(connectionString).map((address) => new pg.Client({ connectionString: address }));
  return `${all[0]?.user ?? ""}@${all.map(hostOf).join(",")}/${all[0]?.database ?? ""}`;
}

/**
 * Asks a database of the operator's own whether it answers.
 * @throws Error that names DATABASE_URL, the place and the reason
 */
export async function requireReachable(connectionString: string): Promise<void> {
  try {
    await onClient(connectionString, (client) => client.query("select 1"), { connectionTimeoutMillis: PATIENCE_MS });
  } catch (error) {
    const said = errorText(error, "message");
    const late = /timeout/i.test(said) ? "没有回应" : undefined;
    const reason = REASONS[errorText(error, "code")] ?? late ?? said;
    throw new Error(`连不上 DATABASE_URL 指向的数据库（${placeOf(connectionString)}）：${reason}`, { cause: error });
  }
}

/** Seen by the next who asks, where a connection is not one's own. */
const MARK = "erp.mark";

/**
 * Sessions have to be those of one client: zone, plans and locks of theirs would be another's.
 * @throws Error that says what to set, where a pooler hands out connections by transaction
 */
export async function requireSessions(connectionString: string): Promise<void> {
  const mark = randomUUID();
  await onClient(connectionString, async (first) => {
    await first.query("select set_config($1, $2, false)", [MARK, mark]);
    const seen = await onClient(connectionString, async (second) => {
      const { rows } = await second.query<{ seen: string | null }>("select current_setting($1, true) as seen", [MARK]);
      return rows[0]?.seen;
    });
    await first.query("select set_config($1, '', false)", [MARK]);
    if (seen === mark)
      throw new Error(
        "DATABASE_URL 经过按事务分配连接的连接池。请设置 DATABASE_POOLER=transaction，并用 DATABASE_DIRECT_URL 指向数据库本身（升级、后台任务和备份用它），或让连接池按会话分配",
      );
  });
}

/** @throws Error where a pool would tell other times than the company's */
export async function requireZone(sql: Pick<Database, "tx">): Promise<void> {
  const found = await sql.tx((c) => c.one<{ zone: string }>("select current_setting('timezone') as zone"));
  if (found?.zone !== "Asia/Shanghai") throw new Error(`数据库连接的时区是 ${found?.zone}，不是 Asia/Shanghai`);
}
