import type { Example } from "../example";
import { Card } from "./card";

export const examples: readonly Example[] = [
  {
    title: "标题与附加链接",
    node: (
      <Card title="示例卡片" extra={<a href="?widget=card">更多</a>}>
        卡片内容
      </Card>
    ),
  },
];
