import { documentOperations, type IconName, operationWords, type Permission } from "#documents/kit";

/** A leaf of the menu. */
export interface Page {
  path: string;
  name: string;
  icon: IconName;
  /** Place among the pages of its group. */
  sort: number;
  /** One per permission code. */
  buttons: readonly Permission[];
  /** Codes of which one opens the page (supply.md D.4: a list's menu comes with its `_view`). */
  needs: readonly string[];
  /** Granted to every role. */
  open?: boolean;
}

/** A first-level menu; `group` is the entry of the top bar that shows it. */
export interface MenuGroup {
  path: string;
  name: string;
  icon: IconName;
  group: string;
  pages: readonly Page[];
}

/** Everything of an approved document (supply.md D.1). */
export const DOCUMENT = documentOperations.join(" ");

const words: Readonly<Record<string, string>> = {
  ...operationWords,
  receive: "收货",
  pack: "装箱",
  fee: "录入费用",
  refund: "登记退款退税",
  pay: "确认付款",
  fail: "退票",
  handle: "处理",
  transfer: "转办",
  urge: "催办",
  golive: "上线",
  unmask: "查看敏感信息",
  settle: "结算",
  claim: "认领",
  reship: "补发",
  assign: "分派",
  execute: "执行退款",
  sync: "同步",
  convert: "转为订单",
  rule: "执行规则",
  hold: "挂起",
  cancel: "取消",
  send: "推送渠道",
  push: "推送",
  run: "运行",
  undo: "撤回",
  fetch: "重新取数",
};

/** Codes `{prefix}_{action}` (supply.md D.1) with their words; `actions` are separated by spaces. */
export const can = (prefix: string, actions: string, label = ""): Permission[] =>
  actions.split(" ").map((action) => ({ code: `${prefix}_${action}`, name: `${label}${words[action] ?? action}` }));

/** A page that no declaration describes. What opens it are its codes that end in `_view`. */
export const page = (
  path: string,
  name: string,
  icon: IconName,
  sort: number,
  buttons: readonly Permission[] = [],
  more: Partial<Pick<Page, "needs" | "open">> = {},
): Page => ({
  path,
  name,
  icon,
  sort,
  buttons,
  needs: buttons.filter(({ code }) => code.endsWith("_view")).map(({ code }) => code),
  ...more,
});
