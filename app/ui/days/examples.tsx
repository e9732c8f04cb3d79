import type { Example } from "../example";
import { DayLegend, type DayMark, Days } from "./days";

const MARKS: DayMark[] = [
  { sign: "✓", label: "已到", tone: "ok" },
  { sign: "!", label: "缺失", tone: "warn" },
  { sign: "✕", label: "失败", tone: "bad" },
];
const [done, missing, failed] = MARKS;

export const examples: readonly Example[] = [
  {
    title: "按天的状态",
    node: (
      <>
        <DayLegend marks={MARKS} />
        <Days
          caption="按天的状态"
          heads={["店铺与数据", "最近"]}
          days={["2026-01-03", "2026-01-02", "2026-01-01"]}
          rows={[
            {
              key: "orders",
              subject: "美国一店",
              name: "订单",
              came: "2026-01-02",
              cells: [missing, failed, done].flatMap((mark) => (mark ? [{ mark, href: "?widget=days" }] : [])),
            },
            { key: "preview", name: "费用预览", came: "—", cells: missing ? [{ mark: missing }] : [] },
          ]}
        />
      </>
    ),
  },
];
