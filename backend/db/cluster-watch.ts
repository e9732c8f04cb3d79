import type { Cluster } from "./cluster";

/** How often the server may end by itself within the window before we give up. */
const RESTARTS = 3;
const WINDOW_MS = 10 * 60_000;

/** A cluster that comes back by itself. */
export type WatchedCluster = Pick<Cluster, "connectionString" | "stop">;

/**
 * Starts a cluster and starts it again when its server ends unasked, a few times at most.
 * @param start starts it, always on the same socket, so that its connection strings stay good
 * @param failed is told in one sentence when it cannot be kept running; nothing is tried any more then
 */
export async function watchCluster(
  start: () => Promise<Cluster>,
  options: { log(line: string): void; failed(sentence: string): void; now?: () => number },
): Promise<WatchedCluster> {
  const { log, failed, now = Date.now } = options;
  let cluster = await start();
  let stopping = false;
  let ends: number[] = [];

  async function watch(): Promise<void> {
    for (;;) {
      await cluster.ended;
      if (stopping) return;
      await cluster.stop(); // gives its directory free
      ends = [...ends.filter((at) => now() - at < WINDOW_MS), now()];
      if (ends.length > RESTARTS)
        return failed(`数据库进程在 10 分钟内意外退出了 ${ends.length} 次，不再重新启动，程序退出`);
      log(`数据库进程意外退出，正在重新启动（10 分钟内第 ${ends.length} 次）`);
      try {
        cluster = await start();
      } catch (error) {
        return failed(`数据库进程意外退出后无法重新启动，程序退出：${String(error)}`);
      }
      log("数据库已重新启动");
      if (stopping) return;
    }
  }
  const watching = watch();

  return {
    connectionString: cluster.connectionString,
    async stop() {
      stopping = true;
      await cluster.stop();
      await watching;
      await cluster.stop(); // the one that was just starting
    },
  };
}
