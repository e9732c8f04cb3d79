import type { Example } from "../example";
import { Tag } from "./tag";

export const examples: readonly Example[] = [
  {
    title: "状态",
    node: (
      <div className="btns">
        <Tag>草稿</Tag>
        <Tag tone="orange">审核中</Tag>
        <Tag tone="blue">已通过</Tag>
        <Tag tone="green">已完成</Tag>
        <Tag tone="red">已作废</Tag>
      </div>
    ),
  },
];
