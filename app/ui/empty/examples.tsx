import { LinkButton } from "../button/button";
import type { Example } from "../example";
import { Empty } from "./empty";

export const examples: readonly Example[] = [
  { title: "空数据", node: <Empty href="?widget=empty" /> },
  {
    title: "可以新建第一条",
    node: (
      <Empty href="?widget=empty">
        <LinkButton tone="primary" href="?add=1">
          新增示例
        </LinkButton>
      </Empty>
    ),
  },
];
