import type { Example } from "../example";
import { Steps } from "./steps";

export const examples: readonly Example[] = [
  {
    title: "流程节点",
    node: (
      <Steps
        label="流程节点"
        items={[
          { title: "部门负责人审批", state: { label: "通过", tone: "green" }, children: "陆云舟" },
          { title: "财务审批", state: { label: "审批中", tone: "orange" }, current: true, children: "钟明礼、金鉴明" },
          { title: "总经理审批", state: { label: "不参与", tone: "grey" }, off: true, children: "金额 ≥ 100,000" },
        ]}
      />
    ),
  },
];
