import type { Sql } from "#backend/platform/db";
import { isLiveSql } from "#backend/platform/tenancy/phase";
import { feed } from "#documents/base/connect/feed";
import { job } from "#documents/base/connect/job";
import { outbox } from "#documents/base/connect/outbox";
import { connector } from "#documents/base/connector";
import { ageOf, type FoundStatus } from "./found";

interface FeedFigures {
  feeds: number;
  /** Names of the connections of which the last reading failed, */
  ordersFailed: string | null;
  mailFailed: string | null;
  /** and of those that were not read to the end for an hour. */
  ordersLate: string | null;
  mailLate: string | null;
}

// A turn that found nothing leaves no row: a failure is over when the mark has moved beyond it.
const FEEDS = `select count(*)::int as feeds,
    string_agg(name, '、' order by id) filter (where "failedAt" > coalesce(orders, '-infinity')) as "ordersFailed",
    string_agg(name, '、' order by id) filter (where "mailError" is not null) as "mailFailed",
    string_agg(name, '、' order by id) filter (where coalesce(orders, since) < now() - interval '1 hour') as "ordersLate",
    string_agg(name, '、' order by id) filter (where coalesce(mail, since) < now() - interval '1 hour') as "mailLate"
  from (select x.id, x.name, x.create_time as since, x.synced_to as orders, b.read_to as mail, b.last_error as "mailError",
      (select max(f.end_time) from feed_run f
        where f.connector_id = x.id and f.status = 'failed' and f.del_flag = 0) as "failedAt"
    from connector x join store t on t.id = x.store_id left join cs_inbox b on b.connector_id = x.id
    where x.tenant_id = $1 and x.kind = 'marketplace' and x.enabled and x.del_flag = 0
      and t.state = 'enabled' and ${isLiveSql("x.tenant_id")}) as read`;

interface FeedRead {
  label: string;
  failed: string | null;
  late: string | null;
  /** What to do about one that failed, and where. */
  advice: string;
  href: string;
}

/** How what is read of marketplaces goes: failed, or late though nothing was said to fail. */
function feedRow(feeds: number, { label, failed, late, advice, href }: FeedRead): FoundStatus {
  if (!feeds) return { label, value: "没有", state: "none" };
  if (failed) return { label, value: `失败：${failed}`, state: "bad", advice, href };
  if (!late) return { label, value: `${feeds} 个店铺，没有失败`, state: "ok" };
  const waits = `查看任务“${label}”是否在运行，需要时立即执行`;
  return { label, value: `超过1小时没有同步：${late}`, state: "warn", advice: waits, href: job.screens.list };
}

/** What is read of marketplaces by the clock, of one tenant. */
async function feedRows(sql: Sql, tenantId: string): Promise<FoundStatus[]> {
  const found = await sql.one<FeedFigures>(FEEDS, [tenantId]);
  if (!found) return [];
  return [
    feedRow(found.feeds, {
      label: "平台订单同步",
      failed: found.ordersFailed,
      late: found.ordersLate,
      advice: "查看同步记录的说明，处理后在外部连接中同步",
      href: `${feed.screens.list}?status=failed`,
    }),
    feedRow(found.feeds, {
      label: "站内信收取",
      failed: found.mailFailed,
      late: found.mailLate,
      advice: "检查店铺授权和消息权限，再测试连接；下一次自动重试",
      href: `${connector.screens.list}?kind=marketplace`,
    }),
  ];
}

/** What a tenant has to do with systems outside. */
export async function outsideRows(sql: Sql, tenantId: string): Promise<FoundStatus[]> {
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
    ...(await feedRows(sql, tenantId)),
  ];
}
