import type { Example } from "../example";
import { Tag } from "../tag/tag";
import { Descriptions } from "./description";

export const examples: readonly Example[] = [
  {
    title: "三列，长内容占整行",
    node: (
      <Descriptions
        items={[
          { label: "编号", value: "SL26060001" },
          { label: "状态", value: <Tag tone="blue">已通过</Tag> },
          { label: "金额", value: "$1,234.50" },
          { label: "负责人", value: "示例用户" },
          { label: "没有值", value: "" },
          { label: "备注", value: "很长的备注。".repeat(20), wide: true },
        ]}
      />
    ),
  },
];
