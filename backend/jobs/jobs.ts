import { sweepAuth } from "../auth/sweep";
import { advisoryKey } from "../db/advisory";
import type { Database } from "../db/sql";
import { sweepImports } from "../imports/store";
import { expireDue, pushDue } from "../notices/due";
import { watchBudgetsNowAndThen } from "../rules/advertisement/target-watch";
import { expireSamples } from "../rules/product/seal-expiry";
import { refreshSkuStockNowAndThen } from "../rules/product/sku-stock";
import { remindPlans } from "../rules/purchase/delivery-plan/notice";
import { checkStockAtNight } from "../rules/wms/stock/check";
import { advanceFacts } from "../seed";
import { remindDue, replaceLost } from "../workflow/urge";

const INTERVAL_MS = 15_000;

interface Job {
  name: string;
  run(db: Database): Promise<unknown>;
}

const jobs: Job[] = [
  { name: "定时推送通知", run: pushDue },
  { name: "通知失效", run: expireDue },
  { name: "封样过期", run: expireSamples },
  { name: "交货计划到期提醒", run: remindPlans },
  { name: "广告预算预警与结束", run: watchBudgetsNowAndThen },
  { name: "SKU库存数量", run: refreshSkuStockNowAndThen },
  { name: "库存对账", run: checkStockAtNight },
  { name: "清理登录数据", run: sweepAuth },
  { name: "清理导入文件", run: sweepImports },
  { name: "演示数据到昨天", run: (db) => advanceFacts(db) },
  { name: "审批到期提醒", run: remindDue },
  { name: "审批人失效转移", run: replaceLost },
  {
    name: "清理幂等键",
    run: (db) =>
      db.query(
        `delete from idempotency i where create_time < now() - make_interval(hours => coalesce(
           (select value::int from sys_param p where p.tenant_id = i.tenant_id
            and p.param_key = 'idempotency_hours' and p.del_flag = 0), 24))`,
      ),
  },
];

/**
 * One round of all jobs. Replicas that share the database take turns: who does not get the lock
 * skips the round. A failing job does not keep the others from running.
 * @returns False when another replica holds the lock.
 */
export async function runJobs(db: Database, log: (line: string) => void): Promise<boolean> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await client.query(
      `select pg_try_advisory_lock(${advisoryKey("job")}) as got`,
    );
    if (!rows[0]?.got) return false;
    for (const job of jobs)
      await job.run(db).catch((error) => log(`后台任务“${job.name}”失败：${error.message}`));
    await client.query(`select pg_advisory_unlock(${advisoryKey("job")})`);
    return true;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs the jobs every 15 seconds, the first round right away.
 * @returns Stops them; resolves when a running round has ended.
 */
export function startJobs({
  db,
  log,
  intervalMs = INTERVAL_MS,
}: {
  db: Database;
  log: (line: string) => void;
  intervalMs?: number;
}): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void>;
  const tick = () => {
    round = runJobs(db, log)
      .catch((error) => log(`后台任务失败：${error.message}`))
      .then(() => {
        if (!stopped) timer = setTimeout(tick, intervalMs).unref();
      });
  };
  tick();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return round;
  };
}
