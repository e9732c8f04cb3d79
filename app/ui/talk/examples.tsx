import type { Example } from "../example";
import { Tag } from "../tag/tag";
import { Talk } from "./talk";

export const examples: readonly Example[] = [
  {
    title: "往来消息",
    node: (
      <Talk
        items={[
          { id: "1", by: "买家 J***n", time: "2026-07-14 09:00:00", text: "One of the two arrived broken." },
          {
            id: "2",
            mine: true,
            by: "示例客服",
            time: "2026-07-14 10:30:00",
            text: "We are sorry.",
            note: <Tag tone="green">已发</Tag>,
          },
        ]}
      />
    ),
  },
];
