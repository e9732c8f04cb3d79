import type { Example } from "../example";
import { Statistics } from "./statistic";

export const examples: readonly Example[] = [
  {
    title: "默认四个一行，默认蓝色",
    node: (
      <Statistics
        data={[
          { title: "待我审核", count: 12, href: "?widget=statistic", color: "orange" },
          { title: "本月收入", count: "1,234.56万", note: "▲ 比上月增加 12.30%" },
          { title: "已完成", count: "98.20%", color: "green" },
          { title: "超时", count: 3, color: "red", href: "?widget=statistic", target: "_blank" },
        ]}
      />
    ),
  },
  {
    title: "span 8：三个一行",
    node: (
      <Statistics span={8} data={["一", "二", "三"].map((n) => ({ title: `示例${n}`, count: 0, color: "grey" }))} />
    ),
  },
];
