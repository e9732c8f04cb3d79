import type { Example } from "../example";
import { Gauge } from "./gauge";
import { Panels } from "./panel";
import { Spark } from "./spark";

const line = [12, 14, 13, 15, 18, 17, 19, 22, 21, 24, 23, 20, 26];

export const examples: readonly Example[] = [
  {
    title: "大号数字、同比与环比、趋势、目标完成",
    node: (
      <Panels
        label="本年"
        items={[
          {
            title: "主营业务收入",
            value: "20,123.45万",
            changes: [
              { label: "同比", ratio: 0.271 },
              { label: "环比", ratio: -0.034 },
            ],
            figure: <Spark values={line} />,
            href: "?widget=panel",
          },
          { title: "净利润", value: "-12.40万", negative: true, changes: [{ label: "同比", ratio: null }] },
          {
            title: "完成率",
            value: "91.47%",
            note: "目标 22,000.00万",
            figure: <Gauge ratio={0.9147} label="完成率" />,
          },
        ]}
      />
    ),
  },
];
