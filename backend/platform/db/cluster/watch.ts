import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster";

/** How often the server may end by itself within the window before we give up. */
const RESTARTS = 3;
const WINDOW_MS = 10 * 60_000;

/** How often a start is tried again while the disk is full. */
const ROOM_MS = 2_000;
const FULL = /No space left on device|ENOSPC|Disk quota exceeded/;

/** A cluster that comes back by itself. */
export type WatchedCluster = Pick<Cluster, "connectionString" | "stop">;

/**
 * Starts a cluster and starts it again when its server ends unasked, a few times at most. One that a
 * full disk keeps from starting is started when there is room.
 * @param start starts it, always on the same socket, so that its connection strings stay good
 * @param failed is told in one sentence when it cannot be kept running; nothing is tried any more then
 */
export async function watchCluster(
  start: () => Promise<Cluster>,
  options: { log(line: string): void; failed(sentence: string): void; now?: () => number },
): Promise<WatchedCluster> {
  const { log, failed, now = Date.now } = options;
  let cluster = await start();
  const stopping = new AbortController();
  const { signal } = stopping;
  let ends: number[] = [];

  async function startAgain(): Promise<void> {
    for (let told = false; ; told = true)
      try {
        cluster = await start();
        return log("数据库已重新启动");
      } catch (error) {
        if (!FULL.test(String(error))) throw error;
        // A disk that is full again and again is no server that cannot be kept running.
        if (!told) ends.pop();
        if (!told) log("磁盘已满，数据库停止了工作；清理出空间后会自动继续");
        await sleep(ROOM_MS, undefined, { signal });
      }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await cluster.ended;
      if (signal.aborted) return;
      await cluster.stop(); // gives its directory free
      ends = [...ends.filter((at) => now() - at < WINDOW_MS), now()];
      if (ends.length > RESTARTS)
        return failed(`数据库进程在 10 分钟内意外退出了 ${ends.length} 次，不再重新启动，程序退出`);
      log(`数据库进程意外退出，正在重新启动（10 分钟内第 ${ends.length} 次）`);
      try {
        await startAgain();
      } catch (error) {
        if (signal.aborted) return;
        return failed(`数据库进程意外退出后无法重新启动，程序退出：${String(error)}`);
      }
      if (signal.aborted) return;
    }
  }
  const watching = watch();

  return {
    connectionString: cluster.connectionString,
    async stop() {
      stopping.abort();
      await cluster.stop();
      await watching;
      await cluster.stop(); // the one that was just starting
    },
  };
}
