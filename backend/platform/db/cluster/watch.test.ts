import { expect, test, vi } from "vitest";
import type { Cluster } from "./cluster";
import { watchCluster } from "./watch";

/** Clusters whose server a test ends. */
function fakes() {
  const dying: (() => void)[] = [];
  const start = vi.fn(async (): Promise<Cluster> => {
    let end = () => {};
    const ended = new Promise<void>((done) => {
      end = done;
    });
    dying.push(end);
    return { pid: dying.length, ended, connectionString: (name) => name, stop: async () => end() };
  });
  const die = (which: number) => dying[which]?.();
  return { start, die };
}

const options = (now = () => 0) => ({ log: vi.fn(), failed: vi.fn(), now });

test("comes back three times in ten minutes, then says that it gives up", async () => {
  const { start, die } = fakes();
  const o = options();
  await watchCluster(start, o);
  for (let death = 0; death < 3; death++) {
    die(death);
    await expect.poll(() => start.mock.calls.length).toBe(death + 2);
    await expect.poll(() => o.log.mock.lastCall?.[0]).toBe("数据库已重新启动");
  }
  expect(o.log.mock.calls[0]?.[0]).toBe("数据库进程意外退出，正在重新启动（10 分钟内第 1 次）");
  die(3);
  await expect.poll(() => o.failed.mock.calls.length).toBe(1);
  expect(o.failed.mock.lastCall?.[0]).toMatch(/意外退出了 4 次.*程序退出/);
  expect(start).toHaveBeenCalledTimes(4);
});

test("deaths of long ago count no more", async () => {
  const { start, die } = fakes();
  let time = 0;
  const o = options(() => time);
  await watchCluster(start, o);
  for (let death = 0; death < 8; death++) {
    time += 6 * 60_000;
    die(death);
    await expect.poll(() => start.mock.calls.length).toBe(death + 2);
  }
  expect(o.failed).not.toHaveBeenCalled();
});

test("one that cannot be started again is told with its reason", async () => {
  const { start, die } = fakes();
  const o = options();
  await watchCluster(start, o);
  start.mockRejectedValueOnce(new Error("数据已损坏"));
  die(0);
  await expect.poll(() => o.failed.mock.lastCall?.[0]).toMatch(/无法重新启动，程序退出：.*数据已损坏/);
});

test("a wanted stop restarts nothing", async () => {
  const { start } = fakes();
  const o = options();
  const cluster = await watchCluster(start, o);
  await cluster.stop();
  expect(start).toHaveBeenCalledTimes(1);
  expect([o.log.mock.calls, o.failed.mock.calls]).toEqual([[], []]);
});

test("one that a full disk keeps down comes back when there is room, or is stopped", async () => {
  const full = new Error('could not write to file "pg_wal/x": No space left on device');
  for (const room of [true, false]) {
    const { start, die } = fakes();
    const o = options();
    const cluster = await watchCluster(start, o);
    if (room) start.mockRejectedValueOnce(full);
    else start.mockRejectedValue(full);
    die(0);
    await expect.poll(() => o.log.mock.lastCall?.[0]).toMatch(/磁盘已满.*自动继续/);
    if (room) await expect.poll(() => o.log.mock.lastCall?.[0], { timeout: 20_000 }).toBe("数据库已重新启动");
    await cluster.stop();
    expect(o.failed).not.toHaveBeenCalled();
  }
}, 30_000);

test("a disk that is full again and again does not make it give up", async () => {
  const full = new Error("FATAL: could not write lock file: No space left on device");
  const { start, die } = fakes();
  const o = options();
  const cluster = await watchCluster(start, o);
  for (let death = 0; death < 4; death++) {
    start.mockRejectedValueOnce(full);
    die(death);
    await expect.poll(() => start.mock.calls.length, { timeout: 10_000 }).toBe(2 * death + 3);
    await expect.poll(() => o.log.mock.calls.filter(([line]) => line === "数据库已重新启动").length).toBe(death + 1);
  }
  await cluster.stop();
  expect(o.failed).not.toHaveBeenCalled();
}, 30_000);
