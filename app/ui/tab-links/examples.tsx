import type { Example } from "../example";
import { TabLinks } from "./tab-links";

export const examples: readonly Example[] = [
  {
    title: "每个部分有自己的地址",
    node: (
      <TabLinks
        label="单据部分"
        items={[
          { label: "流程", href: "?widget=tab-links", current: true },
          { label: "关联单据", href: "?widget=tab-links&tab=2", count: 3 },
          { label: "附件", href: "?widget=tab-links&tab=3", count: 0 },
          { label: "操作记录", href: "?widget=tab-links&tab=4" },
        ]}
      />
    ),
  },
];
