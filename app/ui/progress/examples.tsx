import type { Example } from "../example";
import { Progress, Skeleton } from "./progress";

export const examples: readonly Example[] = [
  {
    title: "进度",
    node: (
      <div className="form">
        <Progress label="导入进度" value={62} />
        <Progress label="正在导出" />
      </div>
    ),
  },
  { title: "骨架：300 毫秒后才出现", node: <Skeleton lines={4} /> },
];
