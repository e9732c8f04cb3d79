import { z } from "zod";
import { Chart } from "~/features/figure/chart";
import { PartTable } from "~/screens/detail/part-table";
import { Alert, Card } from "~/ui";
import { Live } from "~/ui/live/live";
import { MetricTiles } from "~/ui/metric-tiles/metric-tiles";

const text = z.string().catch("");
const overviewSchema = z.object({
  version: text,
  commit: text,
  workers: text,
  totalSlot: text,
  freeSlot: text,
  running: text,
  finished: text,
  failed: text,
  cancelled: text,
  nodes: z
    .array(z.object({ host: text, cpus: text, memory: text, heap: text, load: text, systemLoad: text, threads: text }))
    .catch([]),
});
const foundSchema = z.object({
  engine: z
    .object({
      embedded: z.boolean(),
      fault: z.string().nullable(),
      overview: overviewSchema.nullable(),
      answerTime: z.string().nullable(),
    })
    .nullable(),
  live: z.boolean().catch(false),
  days: z.array(z.object({ day: z.string(), ok: z.number(), failed: z.number() })),
});

const tile = (name: string, value: string) => ({ key: name, name, value: value || "—" });

/** State of the data engine, its nodes, and how the runs of the last week ended. */
export function EtlOverview({ found, url }: { found: Readonly<Record<string, unknown>>; url: string }) {
  const read = foundSchema.safeParse(found);
  if (!read.success) return null;
  const { engine, days, live } = read.data;
  const o = engine?.overview;
  const dynamic = o?.totalSlot === "0" && o.freeSlot === "0";
  const series = (key: "ok" | "failed", name: string) => ({
    key,
    name,
    unit: "short" as const,
    values: days.map((d) => d[key]),
  });
  return (
    <>
      {engine?.fault && (
        <Alert tone="danger">
          ETL引擎不可用：{engine.fault}
          {engine.answerTime && `；以下为${engine.answerTime}的状态`}
        </Alert>
      )}
      {engine?.embedded && (
        <Alert tone="info">
          当前使用内置引擎，只执行内置的五种任务（订单、广告活动、关键词、交易日报、汇率）；设置SEATUNNEL_URL后由SeaTunnel引擎执行。
        </Alert>
      )}
      <Live on={live} url={url}>
        有任务在运行
      </Live>
      {!engine && <Alert tone="info">尚未取得引擎状态，请稍后刷新。</Alert>}
      <div className="metrics-beside">
        {o && (
          <MetricTiles
            label="引擎状态"
            tiles={[
              tile("引擎版本", o.commit ? `${o.version} (${o.commit})` : o.version),
              tile("工作节点", o.workers),
              tile("空闲/总槽位", dynamic ? "动态" : `${o.freeSlot} / ${o.totalSlot}`),
              tile("运行中", o.running),
              tile("完成", o.finished),
              tile("失败", o.failed),
              tile("取消", o.cancelled),
            ]}
          />
        )}
        <Card>
          <Chart
            data={{
              id: "etl",
              kind: "stacked",
              title: "近7天运行次数",
              size: "small",
              labels: days.map((d) => d.day),
              series: [series("ok", "成功"), series("failed", "失败")],
              empty: "近7天没有运行",
            }}
          />
        </Card>
      </div>
      {o && o.nodes.length > 0 && (
        <div>
          <PartTable
            title="节点"
            head={["节点", "CPU", "空闲/总内存", "已用/最大堆内存", "进程负载", "系统负载", "线程"]}
            rows={o.nodes}
            cells={(n) => [
              n.host || "—",
              n.cpus || "—",
              n.memory || "—",
              n.heap || "—",
              n.load || "—",
              n.systemLoad || "—",
              n.threads || "—",
            ]}
          />
        </div>
      )}
    </>
  );
}
