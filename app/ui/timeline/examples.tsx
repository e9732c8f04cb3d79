import type { Example } from "../example";
import { Timeline } from "./timeline";

export const examples: readonly Example[] = [
  {
    title: "操作记录",
    node: (
      <Timeline
        items={[
          { time: "2026-07-01 09:30:15", title: "提交", by: "示例用户", tone: "blue" },
          { time: "2026-07-01 10:02:40", title: "驳回", by: "示例主管", tone: "red", text: "数量与合同不符，请核对" },
          { time: "2026-07-01 11:20:00", title: "通过", by: "示例主管", tone: "green" },
        ]}
      />
    ),
  },
];
